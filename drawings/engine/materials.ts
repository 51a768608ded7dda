/** How a cloth reflects light and how it lies. Distances are in units of the garment's space. */
export interface Material {
  /** How strongly light and shadow differ. */
  diffuse: number
  /** The intensity and the width of its highlights. */
  shine: number
  sharpness: number
  /** How much its edges are rounded, and how thick it looks. */
  roundness: number
  thickness: number
  /** How far it undulates when it lies flat. */
  drape: number
  texture: 'knit' | 'satin' | 'fine' | 'rib' | 'weave' | 'band' | 'plain'
  isLace?: true
}

const materials = {
  jersey: { diffuse: 1.1, shine: 0.05, sharpness: 6, roundness: 10, thickness: 8, drape: 5, texture: 'knit' },
  modal: { diffuse: 1.15, shine: 0.1, sharpness: 8, roundness: 10, thickness: 7, drape: 8, texture: 'fine' },
  microfibre: { diffuse: 1.2, shine: 0.16, sharpness: 10, roundness: 8, thickness: 6, drape: 5, texture: 'plain' },
  satin: { diffuse: 1.42, shine: 0.36, sharpness: 14, roundness: 9, thickness: 7, drape: 11, texture: 'satin' },
  foam: { diffuse: 1.25, shine: 0.1, sharpness: 8, roundness: 15, thickness: 14, drape: 3, texture: 'fine' },
  rib: { diffuse: 1.2, shine: 0.06, sharpness: 8, roundness: 9, thickness: 7, drape: 4, texture: 'rib' },
  cotton: { diffuse: 1.2, shine: 0.04, sharpness: 6, roundness: 8, thickness: 7, drape: 8, texture: 'weave' },
  mesh: { diffuse: 1, shine: 0.08, sharpness: 8, roundness: 6, thickness: 4, drape: 3, texture: 'fine' },
  lace: {
    diffuse: 0.9,
    shine: 0.12,
    sharpness: 12,
    roundness: 5,
    thickness: 3,
    drape: 3,
    texture: 'fine',
    isLace: true,
  },
  elastic: { diffuse: 1.05, shine: 0.1, sharpness: 10, roundness: 3, thickness: 2.8, drape: 0, texture: 'band' },
  ribbon: { diffuse: 1.3, shine: 0.34, sharpness: 16, roundness: 3, thickness: 3.6, drape: 0, texture: 'satin' },
  metal: { diffuse: 1.6, shine: 1.1, sharpness: 20, roundness: 2, thickness: 5, drape: 0, texture: 'plain' },
  wood: { diffuse: 1.3, shine: 0.25, sharpness: 12, roundness: 9, thickness: 12, drape: 0, texture: 'weave' },
  paper: { diffuse: 0.9, shine: 0.08, sharpness: 8, roundness: 6, thickness: 6, drape: 0, texture: 'plain' },
} satisfies Record<string, Material>

export type MaterialName = keyof typeof materials

export const MATERIALS: Record<MaterialName, Material> = materials
