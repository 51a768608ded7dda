import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'
import { orNull } from '~/platform/or-null.server'

const ContactInfo = z.object({ phone: z.string(), email: z.string(), address: z.string() })
export type ContactInfo = z.infer<typeof ContactInfo>

/** How the shop is reached; the settings' address when nothing is written down or can be read (then logged). */
export async function readContactInfo(context: RequestContext): Promise<ContactInfo> {
  const { catalogue, backends, settings } = context
  const answer = catalogue.get('contact-info', async () => {
    const { data, error } = await backends.anonymous
      .from('contact_info')
      .select('phone, email, address')
      .eq('is_active', true)
      .maybeSingle()
    if (error && error.code !== 'PGRST116') throw new Error(`No contact details: ${error.message}`)
    return { info: ContactInfo.nullable().parse(data) }
  })
  const found = await orNull(context, 'contact details not read', answer)
  return found?.info ?? { phone: '', email: settings.SUPPORT_EMAIL, address: '' }
}
