/**
 * Stands in for the library by which Remix's server encodes the data that its client would take over (vite.config.ts). No page of
 * the shop has that client, so nothing is encoded; a request for the data alone gets none.
 */
export function encode(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}
