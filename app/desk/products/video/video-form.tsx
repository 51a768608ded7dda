import { videoUrl } from '~/catalog/product-video'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { FileField } from '../../form/choice-field'
import { useReply } from '../../form/posted-form'
import { MAX_MEGABYTES } from './video-file'
import { videoSchema } from './video.server'

/** The video of a product, with a form for another one. */
export function VideoForm({ version, video }: { version: number; video: string | null }) {
  const form = useShopForm('video', videoSchema, useReply({}, ['video']))
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-labelledby="video-title">
      <h2 id="video-title">Video</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={version} />
      <p>
        A short video without sound, shown after the pictures. Shoppers start it; until then they see the first picture,
        and load nothing of it. The lite version doesn’t have it.
      </p>
      {video === null ? (
        <p className="muted">None yet.</p>
      ) : (
        <video className="desk-preview" src={videoUrl(video)} preload="none" muted playsInline loop controls />
      )}
      <FileField
        field={form.field('video')}
        label={`MP4 with H.264, up to ${MAX_MEGABYTES} MB and a minute; upright in 4:5 fills its place`}
        accept="video/mp4"
      />
      <p className="desk-buttons">
        <button className="button" name="intent" value="video">
          Save the video
        </button>
        {video === null ? null : (
          <button className="button button-outline" name="intent" value="remove-video">
            Remove the video
          </button>
        )}
      </p>
    </form>
  )
}
