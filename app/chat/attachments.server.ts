import { m } from '~/language/messages'
import { MAX_MEGABYTES, MEGABYTE, readPicture, type UploadRefusal } from '~/platform/http/uploaded-picture.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { declareBucket, removeFiles, signFile, storeFile } from '~/platform/supabase/uploads.server'

const FILES = declareBucket('files')
/** The folder of all attachments, with one for each conversation. */
export const ATTACHMENTS = 'chat-attachments'
const PDF_SIGNATURE = '%PDF-'

/** A file ready for storage. */
export interface Attachment {
  bytes: Buffer
  type: 'image/webp' | 'application/pdf'
}

/** Reads the attachment of a chat message: a PDF, or a picture, which is re-encoded. Refuses other types and files above 5 MB (CT-44). */
export async function readAttachment(file: File): Promise<Result<Attachment, UploadRefusal>> {
  if (file.size > MAX_MEGABYTES * MEGABYTE) return refuse({ message: 'File size should not exceed 5MB' })
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.subarray(0, PDF_SIGNATURE.length).toString('latin1') === PDF_SIGNATURE)
    return succeed({ bytes, type: 'application/pdf' })
  const picture = await readPicture(file)
  if (picture.ok) return succeed({ bytes: picture.value, type: 'image/webp' })
  if (picture.refusal.isTooLarge) return picture
  return refuse({ message: m.chat_file_kinds() })
}

/** Stores an attachment under `name`, a UUID, and returns its path. If the name exists, the stored file stays. */
export async function storeAttachment(
  db: Backend,
  conversation: string,
  name: string,
  file: Attachment,
): Promise<string> {
  const path = `${ATTACHMENTS}/${conversation}/${name}.${file.type === 'application/pdf' ? 'pdf' : 'webp'}`
  await storeFile(db, FILES, path, file, { mayExist: true })
  return path
}

export function removeAttachment(db: Backend, path: string): Promise<void> {
  return removeFiles(db, FILES, [path])
}

/** Returns a link to a stored attachment that expires after a minute, or null if `db` has no access to it. */
export function linkAttachment(db: Backend, path: string): Promise<string | null> {
  return signFile(db, FILES, path)
}
