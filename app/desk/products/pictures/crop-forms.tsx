import { ErrorSummary } from '~/ui/error-summary'
import { framed, sizeIn } from '~/ui/ratio'
import { useShopForm } from '~/ui/shop-form.server'
import { useReply } from '../../form/posted-form'
import type { CroppedPicture } from './crop.server'
import { partText, PLACES, SMALLEST, type Part } from './picture-part'
import { cropSchema } from './picture.schema'

interface CropFormsProps {
  picture: CroppedPicture
  /** The size of the original on the page, in pixels. */
  shown: { width: number; height: number }
  part: Part
}

/** The original, on which a part is chosen, and the part as the shop would show it, which is saved. */
export function CropForms(props: CropFormsProps) {
  return (
    <div className="desk-columns">
      <ChooseForm {...props} />
      <SaveForm {...props} />
    </div>
  )
}

function ChooseForm({ picture, shown, part }: CropFormsProps) {
  const { x, y, size } = part === 'whole' ? { x: 50, y: 50, size: 100 } : part
  return (
    <form className="panel stack" method="get" aria-labelledby="original-title">
      <h2 id="original-title">Original</h2>
      {/* The first button, so that Enter in a field doesn't count as a click on the picture. */}
      <button className="hidden-visually" name="part" value="point" tabIndex={-1} aria-hidden="true">
        Preview
      </button>
      <p>Press what should be in the middle.</p>
      <div className="desk-original">
        <input
          type="image"
          name="focus"
          src={`/desk/products/${picture.product}/pictures/${picture.id}/view`}
          alt="Original: choose the middle by a click, or below"
          {...shown}
        />
      </div>
      <div className="desk-thirds">
        {Object.entries(PLACES).map(([id, { name }]) => (
          <button key={id} className="button button-outline" name="part" value={id}>
            {name}
          </button>
        ))}
        <button className="button button-outline" name="part" value="whole">
          Whole, with margins
        </button>
      </div>
      <fieldset className="stack">
        <legend>Exactly, in per cent</legend>
        <div className="desk-thirds">
          <Percent name="x" label="From the left" value={x} least={0} />
          <Percent name="y" label="From the top" value={y} least={0} />
          <Percent name="size" label="Size" value={size} least={SMALLEST} />
        </div>
        <p>
          <button className="button button-outline" name="part" value="point">
            Preview
          </button>
        </p>
      </fieldset>
    </form>
  )
}

function Percent({ name, label, value, least }: { name: string; label: string; value: number; least: number }) {
  return (
    <label className="field">
      {label}
      <input
        type="number"
        name={name}
        defaultValue={value}
        min={least}
        max={100}
        step={1}
        dir="ltr"
        autoComplete="off"
      />
    </label>
  )
}

function SaveForm({ picture, part }: CropFormsProps) {
  const form = useShopForm('crop', cropSchema, useReply())
  const query = new URLSearchParams({ part: partText(part) })
  return (
    <form className="panel stack" {...form.props} aria-labelledby="preview-title">
      <h2 id="preview-title">Preview, not saved</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={picture.version} />
      <input type="hidden" name="part" value={partText(part)} />
      <img
        className="desk-preview"
        src={`/desk/products/${picture.product}/pictures/${picture.id}/view?${query.toString()}`}
        alt="As the shop would show it"
        {...sizeIn(picture.ratio)}
        style={framed(picture.ratio)}
      />
      <p>
        <button className="button">Save this part</button>
      </p>
    </form>
  )
}
