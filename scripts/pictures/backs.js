/** The twelve garments from behind, in the space of garments.js: 800 by 1000, symmetric about x = 400. */
import { mirror, mirroredLine, offsetPath, parsePath, scallops, symmetric, writePath } from './paths.js'
import { pair, ring, slider } from './trims.js'

/** Both halves of a line, as one stroke across the middle. */
const across = (d) => `${writePath(parsePath(mirror(d)))} ${d}`

/** The placket in the middle of a bra's band, with a row of hooks. */
function hooks(top, bottom) {
  const rows = Math.round((bottom - top) / 34)
  const step = (bottom - top) / (rows + 1)
  return [
    {
      d: `M374,${top}L426,${top}L426,${bottom}L374,${bottom}Z`,
      mat: 'satin',
      tone: 0.08,
      lift: 4,
      und: 1,
      puff: [4, 4],
      stitch: [`M381,${top + 6}L381,${bottom - 6}`, `M419,${top + 6}L419,${bottom - 6}`],
      noGround: 1,
    },
    { d: `M400,${top + 2}L400,${bottom - 2}`, stroke: 2.4, mat: 'satin', tone: -0.5, lift: 1, noGround: 1 },
    ...Array.from({ length: rows }, (_, row) => ring(392, top + step * (row + 1), 4)),
    ...Array.from({ length: rows }, (_, row) => ring(411, top + step * (row + 1), 4)),
  ]
}

/** A strap that comes over the shoulder and down to the band. */
const shoulderStrap = (width, mat) => [
  ...pair({
    d: 'M586,404C592,316 584,232 556,196C536,226 540,380 548,540',
    stroke: width,
    mat,
    lift: 6,
    cap: 'round',
  }),
  ...pair(slider(541, 380)),
]

/** A bra with moulded cups: their insides above, the band and its hooks in front. */
function cupBra({ cupMaterial, band, strap }) {
  const cup =
    'M402,572C450,548 530,470 574,380C580,366 604,366 609,380C616,430 634,474 646,516C666,604 634,650 560,664C496,670 430,666 406,648Z'
  const top = 'M400,556C470,556 540,548 640,500C690,484 724,482 748,496'
  const bottom = 'C756,540 754,576 748,606C700,636 560,652 400,652'
  return [
    ...pair({ d: cup, tone: -0.42, lift: 6, domes: [[526, 560, 150, 170, -30]], ...cupMaterial }),
    ...shoulderStrap(strap.width, strap.mat),
    {
      d: symmetric(top + bottom),
      lift: 7,
      bandV: 1,
      puff: [6, 6],
      folds: [
        ['M470,570C540,566 610,540 690,508M330,570C260,566 190,540 110,508', 14, 12, -5],
        ['M560,640C620,634 690,620 740,596M240,640C180,634 110,620 60,596', 12, 10, 5],
      ],
      stitch: [mirroredLine('M400,568C470,568 544,560 644,512'), mirroredLine('M400,641C560,641 690,628 740,600')],
      ...band,
    },
    ...hooks(554, 654),
  ]
}

function sportsBra() {
  const neck = 'M400,352C436,350 452,320 466,282C484,240 498,206 508,172C528,164 552,168 570,184'
  const arm = 'C564,262 512,330 500,388C496,430 560,470 648,494'
  return [
    {
      d: symmetric(
        'M400,446C446,446 484,380 498,262C500,226 504,196 512,176L568,186C574,270 594,362 646,428L640,540L400,540',
      ),
      mat: 'jersey',
      tone: -0.5,
      lift: 6,
    },
    {
      d: symmetric(`${neck}${arm}C648,536 644,576 638,612C560,624 480,628 400,628`),
      mat: 'jersey',
      lift: 8,
      folds: [
        ['M400,400L400,610', 24, 18, -6],
        ['M630,500C580,520 530,540 500,580M170,500C220,520 270,540 300,580', 14, 12, -6],
        ['M480,340C470,420 476,500 490,600M320,340C330,420 324,500 310,600', 16, 14, 7],
      ],
      stitch: [
        mirroredLine('M400,363C444,360 462,328 476,288C492,248 506,214 516,182'),
        mirroredLine('M562,188C554,262 502,328 489,388C486,440 556,482 646,506'),
      ],
    },
    {
      d: symmetric('M400,606C480,606 560,602 640,590C642,622 642,652 638,682C560,694 480,698 400,698'),
      mat: 'rib',
      ribW: 7,
      lift: 4,
      und: 2,
      stitch: [mirroredLine('M400,614C480,614 560,610 639,598')],
    },
  ]
}

function bralette() {
  return [
    ...pair({
      d: 'M406,612C432,562 512,452 554,344L564,344C582,424 612,520 646,590C570,618 480,628 404,626Z',
      mat: 'satin',
      tone: -0.45,
      lift: 6,
      domes: [[532, 560, 120, 140, -26]],
    }),
    ...pair({ d: 'M559,352C570,280 566,210 536,182C514,220 516,400 520,592', stroke: 8, mat: 'ribbon', lift: 5 }),
    ...pair(slider(517, 320)),
    {
      d: symmetric(
        `M400,586C490,588 590,578 690,562L700,640${scallops('M700,650C590,668 490,672 400,672', 20, -9).replace(/^M/, 'L')}`,
      ),
      mat: 'lace',
      tone: 0.04,
      lift: 6,
      sheer: 0.72,
      laceScale: 0.5,
    },
    { d: across('M400,588C490,590 590,580 690,564'), stroke: 9, mat: 'elastic', lift: 3, bandV: 1, noGround: 1 },
    ...pair(ring(520, 592, 8)),
    ...hooks(584, 668),
  ]
}

/** Thin straps from the front's points, over the shoulder, to the back's straight edge. */
const thinStraps = (mat, y) =>
  pair({ d: `M534,262C540,190 530,134 512,116C494,150 490,260 496,${y}`, stroke: 8, mat, lift: 5, cap: 'round' })

function camisole() {
  const edge = 'M400,400C470,400 556,396 622,378'
  return [
    {
      d: symmetric('M400,346C452,338 496,292 524,236L544,238C552,300 580,346 622,378L610,430L400,440'),
      mat: 'rib',
      tone: -0.5,
      lift: 4,
    },
    ...thinStraps('elastic', 396),
    {
      d: symmetric(`${edge}C604,470 594,560 608,660C618,730 626,790 630,836C560,858 480,862 400,862`),
      mat: 'rib',
      ribW: 8,
      lift: 8,
      und: 16,
      ux: 150,
      uy: 260,
      folds: [
        ['M622,430C580,480 540,500 500,506M178,430C220,480 260,500 300,506', 14, 12, -7],
        ['M600,640C560,690 530,760 520,850M200,640C240,690 270,760 280,850', 16, 14, 9],
        ['M400,420C396,560 398,700 402,850', 34, 24, -7],
      ],
      stitch: [mirroredLine('M400,818C480,818 562,812 627,796'), mirroredLine('M400,825C480,825 562,819 628,803')],
    },
    { d: across(edge), stroke: 11, mat: 'ribbon', lift: 2, noGround: 1 },
  ]
}

function laceCamisole() {
  const edge = 'M400,420C470,420 556,410 622,384'
  return [
    {
      d: symmetric('M400,396C450,368 498,310 526,248L540,248C552,310 580,352 622,384L606,440L400,450'),
      mat: 'satin',
      tone: -0.5,
      lift: 4,
      und: 5,
    },
    ...thinStraps('ribbon', 416),
    {
      d: symmetric(`${edge}C606,470 598,560 620,660C636,720 646,770 652,812C570,834 486,840 400,840`),
      mat: 'satin',
      lift: 8,
      und: 20,
      ux: 120,
      uy: 300,
      folds: [
        ['M590,560C560,660 560,760 572,830M210,560C240,660 240,760 228,830', 16, 12, 13],
        ['M470,480C462,600 470,740 480,840M330,480C338,600 330,740 320,840', 18, 13, 11],
        ['M620,440C570,500 500,520 430,522M180,440C230,500 300,520 370,522', 14, 12, -9],
        ['M520,560C514,660 520,760 528,835M286,560C290,680 284,780 276,835M404,540L402,836', 12, 10, -10],
      ],
    },
    {
      d: symmetric(
        `M400,416C470,416 556,406 622,380L616,426${scallops('M616,432C556,456 470,466 400,466', 18, -8).replace(/^M/, 'L')}`,
      ),
      mat: 'lace',
      tone: 0.2,
      lift: 3,
      sheer: 0.5,
      noGround: 1,
    },
    {
      d: symmetric(
        `M400,768C486,768 566,760 640,742L656,816${scallops('M656,816C570,840 486,848 400,848', 21, -10).replace(/^M/, 'L')}`,
      ),
      mat: 'lace',
      tone: 0.2,
      lift: 3,
      sheer: 0.55,
    },
  ]
}

function nightgown() {
  const edge = 'M400,372C450,372 514,352 566,318'
  return [
    {
      d: symmetric('M400,338C424,300 462,250 486,196L504,196C546,236 552,280 566,318L556,400L400,410'),
      mat: 'satin',
      tone: -0.5,
      lift: 4,
      und: 4,
    },
    ...pair({
      d: 'M496,212C504,160 502,130 492,110C476,140 470,240 474,362',
      stroke: 8,
      mat: 'ribbon',
      lift: 5,
      cap: 'round',
    }),
    ...pair(slider(474, 250)),
    {
      d: symmetric(`${edge}C548,390 548,450 562,520C594,660 634,800 652,902C570,930 486,938 400,938`),
      mat: 'satin',
      lift: 8,
      und: 15,
      ux: 74,
      uy: 420,
      folds: [
        ['M452,440C462,600 486,760 506,1010M348,440C338,600 314,760 294,1010', 16, 11, 13],
        ['M404,480C400,640 396,800 392,1010', 20, 13, 10],
        ['M516,450C540,600 572,760 604,1010M284,450C260,600 228,760 196,1010', 14, 10, 12],
        ['M480,560C500,700 530,820 556,1010M320,560C300,700 270,820 244,1010', 14, 9, -10],
        ['M430,600C440,720 444,840 448,1010M366,600C356,720 350,840 344,1010', 10, 8, -9],
      ],
      seams: [mirroredLine('M400,440C460,440 520,432 556,416')],
    },
    {
      d: symmetric(
        `M400,368C450,368 514,348 566,314L560,352${scallops('M560,358C514,390 450,408 400,408', 17, -8).replace(/^M/, 'L')}`,
      ),
      mat: 'lace',
      tone: 0.22,
      lift: 2,
      sheer: 0.5,
      noGround: 1,
    },
    {
      d: symmetric(
        `M400,872C486,872 566,864 642,842L656,906${scallops('M656,906C570,934 486,944 400,944', 22, -10).replace(/^M/, 'L')}`,
      ),
      mat: 'lace',
      tone: 0.22,
      lift: 2,
      sheer: 0.55,
    },
  ]
}

function robe() {
  return [
    ...pair({
      d: 'M470,142C520,146 572,166 604,206C664,300 716,430 744,528C718,566 688,590 650,604C630,540 602,470 576,416L540,300Z',
      mat: 'satin',
      lift: 7,
      und: 16,
      ux: 90,
      uy: 240,
      urot: -0.45,
      folds: [
        ['M570,220C610,320 650,440 690,560', 18, 13, 14],
        ['M560,300C590,380 620,470 640,560', 14, 11, -11],
        ['M610,230C660,340 700,440 722,520', 14, 11, -8],
      ],
      stitch: ['M736,508C710,546 680,570 644,584'],
    }),
    {
      d: symmetric(
        'M400,142C430,142 452,134 466,140C530,150 560,230 576,330C580,420 584,470 580,506C596,640 610,780 622,908C550,924 470,930 400,930',
      ),
      mat: 'satin',
      lift: 8,
      und: 18,
      ux: 110,
      uy: 420,
      folds: [
        ['M500,180C506,300 500,420 470,500M300,180C294,300 300,420 330,500', 18, 14, 11],
        ['M560,300C548,380 530,450 500,500M240,300C252,380 270,450 300,500', 14, 10, -11],
        ['M470,530C480,660 500,800 508,925M330,530C320,660 300,800 292,925', 16, 11, 13],
        ['M530,530C548,660 566,800 572,920M270,530C252,660 234,800 228,920', 16, 11, 12],
        ['M430,530C434,660 440,800 444,925M370,530C366,660 360,800 356,925', 12, 9, -10],
      ],
      seams: ['M400,160L400,488', mirroredLine('M470,146C500,240 540,290 572,320')],
    },
    {
      d: symmetric('M400,104C440,104 472,116 486,142C470,160 440,168 400,168'),
      mat: 'satin',
      tone: 0.1,
      lift: 6,
      und: 3,
      puff: [8, 9],
      stitch: [mirroredLine('M400,158C436,158 462,152 476,142')],
      noGround: 1,
    },
    {
      d: symmetric('M400,514C450,514 520,506 578,488C580,506 581,524 580,540C520,556 450,562 400,562'),
      mat: 'satin',
      lift: 7,
      tone: 0.04,
      und: 4,
      ux: 200,
      uy: 30,
      puff: [7, 8],
      folds: [['M240,520C320,536 360,540 400,538C450,538 520,530 570,516', 6, 5, -7]],
      noGround: 1,
    },
    ...pair({ d: 'M566,470L566,566', stroke: 6, mat: 'satin', tone: -0.1, lift: 3, noGround: 1 }),
  ]
}

function pyjamaSet() {
  const piping = (d, width = 4) => ({
    d,
    stroke: width,
    mat: 'ribbon',
    color: '#f6efe8',
    lift: 1.5,
    noGround: 1,
    cap: 'round',
  })
  return [
    {
      d: symmetric('M400,500L526,500C556,640 574,860 580,1012C536,1026 482,1030 430,1028C426,900 418,800 400,720'),
      mat: 'satin',
      lift: 6,
      und: 14,
      ux: 90,
      uy: 360,
      folds: [
        ['M470,640C486,740 502,880 508,1080M330,640C314,740 298,880 292,1080', 14, 11, 13],
        ['M530,660C540,760 554,900 560,1080M270,660C260,760 246,900 240,1080', 12, 10, -11],
        ['M440,720C446,800 456,910 460,1080M360,720C354,800 344,910 340,1080', 12, 10, -9],
      ],
      seams: ['M400,600L400,722'],
    },
    ...pair(piping('M580,992C536,1006 482,1010 430,1008')),
    ...pair({
      d: 'M540,152C596,176 646,262 682,352C658,382 626,398 590,404C580,370 566,336 548,310Z',
      mat: 'satin',
      lift: 6,
      und: 12,
      ux: 80,
      uy: 180,
      urot: -0.4,
      folds: [
        ['M560,200C590,260 620,330 636,390', 14, 11, 11],
        ['M556,280C572,320 586,360 596,396', 12, 9, -9],
      ],
    }),
    ...pair(piping('M674,334C650,362 620,378 584,384')),
    {
      d: symmetric(
        'M400,142C424,142 440,134 456,128C480,134 520,142 552,158C570,230 562,300 560,350C562,440 566,510 569,584C500,598 440,602 400,602',
      ),
      mat: 'satin',
      lift: 8,
      und: 16,
      ux: 130,
      uy: 260,
      folds: [
        ['M540,420C520,500 520,580 530,640M260,420C280,500 280,580 270,640', 14, 12, 11],
        ['M556,330C520,380 480,410 440,424M244,330C280,380 320,410 360,424', 14, 12, -9],
        ['M470,480C462,550 466,600 470,645M332,480C340,560 336,600 330,645', 12, 11, 9],
        ['M400,240L400,600', 30, 18, -6],
      ],
      seams: [mirroredLine('M400,236C460,236 520,230 564,214')],
      stitch: [mirroredLine('M400,246C460,246 520,240 564,224'), mirroredLine('M400,586C440,586 500,582 567,568')],
    },
    {
      d: symmetric('M400,106C434,106 470,114 494,142C478,176 440,190 400,192'),
      mat: 'satin',
      lift: 7,
      und: 5,
      puff: [7, 8],
      noGround: 1,
    },
    piping(across('M400,191C440,189 476,176 493,143'), 3.6),
  ]
}

/** Panties: the seat, cut fuller than the front, with the waistband above it. */
function seat({ waist, side, leg, mat, gusset, laceLeg }) {
  return [
    {
      d: symmetric(`${waist}${side}${leg}`),
      mat,
      lift: 8,
      und: mat === 'satin' ? 12 : 9,
      ux: 150,
      uy: 150,
      domes: [[400, 540, 230, 160, 24]],
      folds: [
        ['M656,400C600,430 540,440 470,440M144,400C200,430 260,440 330,440', 14, 13, -6],
        ['M640,480C600,560 540,640 476,700M160,480C200,560 260,640 324,700', 14, 12, 6],
        ['M520,700C490,650 460,620 430,600M280,700C310,650 340,620 370,600', 12, 11, -5],
      ],
      seams: gusset ? [mirroredLine(gusset)] : ['M400,352L400,682'],
      ...(laceLeg ? {} : { stitch: [mirroredLine(offsetPath(legLine(side, leg), 13))] }),
    },
    ...(laceLeg
      ? pair({ d: laceLeg, mat: 'lace', tone: 0.14, lift: 3, sheer: 0.55, laceScale: 0.5, noGround: 1 })
      : pair({ d: legLine(side, leg), stroke: 10, mat: 'ribbon', lift: 2, noGround: 1 })),
    { d: across(waist), stroke: 20, mat: 'elastic', lift: 3, bandV: 1, noGround: 1 },
  ]
}

/** The leg's edge alone: from where the side ends to before the gusset. */
function legLine(side, leg) {
  const [, start] = /([\d.]+,[\d.]+)$/.exec(side) ?? []
  return `M${start}${leg.slice(0, leg.lastIndexOf('C'))}`
}

const brief = () =>
  seat({
    mat: 'jersey',
    gusset: 'M486,734C452,716 424,710 400,710',
    waist: 'M400,366C490,366 580,356 656,338',
    side: 'C668,390 674,430 678,470',
    leg: 'C640,570 560,680 470,748C446,758 420,760 400,760',
  })

const highWaist = () =>
  seat({
    mat: 'satin',
    gusset: 'M490,742C454,724 424,716 400,716',
    waist: 'M400,240C480,240 560,232 620,218',
    side: 'C634,300 662,400 684,482',
    leg: 'C650,580 566,690 474,756C446,766 420,768 400,768',
  })

const boyshort = () =>
  seat({
    mat: 'jersey',
    waist: 'M400,346C490,346 580,336 652,318',
    side: 'C676,400 700,500 710,596',
    leg: 'C650,650 560,686 476,700C450,690 420,684 400,684',
    laceLeg: `M706,562C640,614 560,650 466,664L476,700${scallops('M476,700C560,686 650,650 714,596', 20, 11).replace(/^M/, 'L')}Z`,
  })

/** A garment from behind, by its kind. */
export const BACKS = {
  'tshirt-bra': () =>
    cupBra({ cupMaterial: { mat: 'foam' }, band: { mat: 'elastic' }, strap: { width: 18, mat: 'elastic' } }),
  'lace-bra': () =>
    cupBra({
      cupMaterial: { mat: 'satin' },
      band: { mat: 'lace', sheer: 0.8, tone: 0.02 },
      strap: { width: 13, mat: 'ribbon' },
    }),
  'sports-bra': sportsBra,
  bralette,
  nightgown,
  pyjama: pyjamaSet,
  robe,
  camisole,
  'lace-camisole': laceCamisole,
  brief,
  'high-waist': highWaist,
  boyshort,
}
