import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { refuse, succeed, type Result } from '~/platform/result'

/** How much is read of an archive; bytes are those of its files once they are unpacked. */
export interface ZipBudget {
  files: number
  bytes: number
  /** Of one file. */
  fileBytes: number
}

export interface ZippedFile {
  /** As the archive has it: it may lead anywhere, so it is no path for anything. */
  name: string
  bytes: number
  /** Why it can't be read, in words for the operator. */
  problem: string | null
  /** Throws if its content isn't what the archive says of it. */
  read: () => Promise<Buffer>
}

const IS_ENCRYPTED = 'It is protected by a password.'
const IS_UNSUPPORTED = 'It is packed in a way that isn’t read. Please make the archive with the system’s own command.'

/**
 * Lists the files of a ZIP archive, without its folders. What an archive says of its sizes is checked before anything is unpacked, and kept
 * to while it is: no more than that ever is in memory. Refuses in words for the operator what is none, or beyond the budget.
 */
export async function listZip(archive: Blob, budget: ZipBudget): Promise<Result<ZippedFile[], string>> {
  const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`
  try {
    const zip = await fromBufferPromise(Buffer.from(await archive.arrayBuffer()), { decodeStrings: false })
    const files: ZippedFile[] = []
    let bytes = 0
    for await (const entry of zip.eachEntry()) {
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
      if (name.endsWith('/')) continue
      files.push(zippedFile(zip, entry, name, budget.fileBytes))
      bytes += entry.uncompressedSize
      if (files.length > budget.files)
        return refuse(`It has more than ${budget.files.toLocaleString('en-US')} files. Please divide it.`)
      if (bytes > budget.bytes)
        return refuse(`Unpacked it is larger than ${inMegabytes(budget.bytes)}. Please divide it.`)
    }
    return succeed(files)
  } catch {
    return refuse('This is no ZIP archive, or it is damaged.')
  }
}

function zippedFile(zip: ZipFile, entry: Entry, name: string, most: number): ZippedFile {
  const { uncompressedSize: bytes } = entry
  const problem = entry.isEncrypted()
    ? IS_ENCRYPTED
    : !entry.canDecodeFileData()
      ? IS_UNSUPPORTED
      : bytes > most
        ? `It is larger than ${Math.floor(most / 1024 ** 2)} MB.`
        : null
  return { name, bytes, problem, read: async () => buffer(await zip.openReadStreamPromise(entry)) }
}
