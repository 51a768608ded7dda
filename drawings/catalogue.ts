import { readFileSync } from 'node:fs'
import type { View } from './views.ts'

export interface SampleProduct {
  slug: string
  name: string
  /** The kind of garment in the seed. */
  kind: string
  /** Colour names; the product is shown in the first. */
  colors: string[]
}

const SEED = 'supabase/seeds/sample/1_catalog.sql'
/** A row of the seed's products: place, kind, name, category, price, discount, colours. */
const ROW = /^ {2}\(\d+, '([\w-]+)', '([^']+)', '[^']+', \d+, [\d.]+, '\{([^}]+)\}'/gm

/** Reads the sample products from the seed, so that products and colours are defined only there. */
export function readCatalogue(): SampleProduct[] {
  return [...readFileSync(SEED, 'utf8').matchAll(ROW)].map(([, kind = '', name = '', colors = '']) => ({
    slug: toSlug(name),
    name,
    kind,
    colors: [...colors.matchAll(/"([^"]+)"/g)].map(([, color = '']) => color),
  }))
}

const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Returns the name of a picture's file in public/pictures. */
export const pictureFile = (slug: string, color: string, view: View) => `${slug}-${toSlug(color)}-${view}.webp`
