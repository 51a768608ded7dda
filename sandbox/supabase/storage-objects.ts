import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { JWTPayload } from 'jose'
import { SERVICE, withRightsOf } from './callers.ts'
import { readConfig } from './config.ts'
import type { SupabaseSettings } from './lite-app.ts'
import type { OpenSupabase } from './open.ts'
import { badKey, noBucket, noObject, noSuchType, tooLarge } from './storage-errors.ts'
import { StorageFiles } from './storage-files.ts'

/** The letters that a key may have. */
const KEY = /^[\w/!.*'() &$=@;:+,?-]+$/

interface Bucket {
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

/** What Storage knows of a file. */
export interface Metadata {
  eTag: string
  size: number
  contentLength: number
  mimetype: string
  cacheControl: string
  lastModified: string
  httpStatusCode: number
}

export interface Upload {
  bytes: Uint8Array
  type: string
  cacheControl: string
  /** Whether it may replace a file. */
  mayReplace: boolean
}

/** An entry of a folder: a file, or a folder, which has only a name. */
interface Entry {
  name: string
  id: string | null
  updated_at: string | null
  created_at: string | null
  last_accessed_at: string | null
  metadata: Metadata | null
}

type SortColumn = 'name' | 'updated_at' | 'created_at' | 'last_accessed_at'
interface Listing {
  prefix: string
  search: string
  limit: number
  offset: number
  sortBy: { column: SortColumn; order: 'asc' | 'desc' }
}

/** Storage's objects: rows in the database, whose policies decide who may do what, and files in the data folder. */
export class StorageObjects {
  #open: OpenSupabase
  #files: StorageFiles
  #maxBytes = readConfig().storage.file_size_limit

  constructor(open: OpenSupabase, settings: SupabaseSettings) {
    this.#open = open
    this.#files = new StorageFiles(join(settings.folder, 'storage'))
  }

  async #rows<Row>(claims: JWTPayload, sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return withRightsOf(this.#open, claims, async (database) => (await database.query<Row>(sql, parameters)).rows)
  }

  buckets(claims: JWTPayload): Promise<object[]> {
    return this.#rows(claims, 'select * from storage.buckets order by created_at, id')
  }

  /** Returns a bucket, which needs no rights. Throws if there is none. */
  async bucket(id: string): Promise<Bucket> {
    const [bucket] = await this.#rows<Bucket>(SERVICE, 'select * from storage.buckets where id = $1', [id])
    return bucket ?? Promise.reject(noBucket())
  }

  /** Returns the paths that exist, and that a caller may read. */
  async known(claims: JWTPayload, bucket: string, paths: string[]): Promise<Set<string>> {
    const sql = 'select name from storage.objects where bucket_id = $1 and name = any($2)'
    return new Set((await this.#rows<Entry>(claims, sql, [bucket, paths])).map(({ name }) => name))
  }

  /** Returns what is known of a file. Throws if there is none that a caller may read. */
  async find(claims: JWTPayload, bucket: string, key: string): Promise<Metadata> {
    const sql = 'select metadata from storage.objects where bucket_id = $1 and name = $2'
    const [object] = await this.#rows<{ metadata: Metadata }>(claims, sql, [bucket, key])
    return object?.metadata ?? Promise.reject(noObject())
  }

  read(bucket: string, key: string): Promise<Buffer<ArrayBuffer>> {
    return this.#files.read(bucket, key)
  }

  /** Stores a file, and returns the ID of its row. */
  async store(claims: JWTPayload, bucket: string, key: string, upload: Upload): Promise<string> {
    if (!KEY.test(key) || key.split('/').includes('..')) throw badKey(key)
    const { file_size_limit: most, allowed_mime_types: types } = await this.bucket(bucket)
    const { bytes, type, cacheControl, mayReplace } = upload
    if (types && !types.includes(type)) throw noSuchType(type)
    if (bytes.length > Math.min(Number(most ?? this.#maxBytes), this.#maxBytes)) throw tooLarge()
    const metadata: Metadata = {
      eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      size: bytes.length,
      contentLength: bytes.length,
      mimetype: type,
      cacheControl,
      lastModified: new Date().toISOString(),
      httpStatusCode: 200,
    }
    const insert = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
      values ($1, $2, $3, $4, $5, $6)`
    const replace = `${insert} on conflict (bucket_id, name) do update set owner = excluded.owner,
      owner_id = excluded.owner_id, version = excluded.version, metadata = excluded.metadata, updated_at = now()`
    const { sub = null } = claims
    const values = [bucket, key, sub, sub, randomUUID(), metadata]
    return withRightsOf(this.#open, claims, async (database) => {
      // As Storage does, tries with the caller's rights, and then stores with its own.
      await database.exec('savepoint attempt')
      await database.query(mayReplace ? replace : insert, values)
      await database.exec(`rollback to savepoint attempt; set local role service_role`)
      const { rows } = await database.query<{ id: string }>(`${replace} returning id`, values)
      await this.#files.write(bucket, key, bytes)
      return rows[0]?.id ?? ''
    })
  }

  /** Removes those of the files that exist and that a caller may remove, and returns their rows. */
  async remove(claims: JWTPayload, bucket: string, keys: string[]): Promise<object[]> {
    const sql = 'delete from storage.objects where bucket_id = $1 and name = any($2) returning *'
    const removed = await this.#rows<Entry>(claims, sql, [bucket, keys])
    for (const { name } of removed) await this.#files.remove(bucket, name)
    return removed
  }

  /** Lists the files and folders of a folder whose names begin with the searched text. */
  async list(claims: JWTPayload, bucket: string, { prefix, search, limit, offset, sortBy }: Listing): Promise<Entry[]> {
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
    const sql = `select name, id, updated_at, created_at, last_accessed_at, metadata from storage.objects
      where bucket_id = $1 and starts_with(lower(name), lower($2)) order by lower(name) collate "C"`
    const entries = new Map<string, Entry>()
    for (const object of await this.#rows<Entry>(claims, sql, [bucket, `${folder}${search}`])) {
      const [name = '', ...deeper] = object.name.slice(folder.length).split('/')
      if (deeper.length > 0) entries.set(`${name.toLowerCase()}/`, { ...FOLDER, name })
      else entries.set(object.name, { ...object, name })
    }
    // Sorting keeps the order of equals: by name, and folders, which have no date, first.
    const date = (entry: Entry) => (sortBy.column === 'name' ? '' : (entry[sortBy.column] ?? ''))
    const listed = [...entries.values()]
    if (sortBy.order === 'desc') listed.reverse()
    listed.sort((one, other) => Number(date(one) > date(other)) - Number(date(one) < date(other)))
    return listed.slice(offset, offset + limit)
  }
}

const FOLDER = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
