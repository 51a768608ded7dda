import fs from 'node:fs/promises'
import path from 'node:path'

/** The bytes of Storage's objects, in a folder: one file for each. */
export class StorageFiles {
  #root: string

  constructor(root: string) {
    this.#root = path.resolve(root)
  }

  #file(bucket: string, key: string): string {
    const parts = key.split('/').map((part) => encodeURIComponent(part).replaceAll('.', '%2E'))
    return path.join(this.#root, bucket, ...parts)
  }

  read(bucket: string, key: string): Promise<Buffer<ArrayBuffer>> {
    return fs.readFile(this.#file(bucket, key))
  }

  async write(bucket: string, key: string, bytes: Uint8Array): Promise<void> {
    const file = this.#file(bucket, key)
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.writeFile(`${file}.new`, bytes)
    await fs.rename(`${file}.new`, file)
  }

  remove(bucket: string, key: string): Promise<void> {
    return fs.rm(this.#file(bucket, key), { force: true })
  }
}
