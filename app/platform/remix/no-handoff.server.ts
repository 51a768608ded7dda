/** Replaces turbo-stream (scripts/server-bundle.ts), which encodes loader data for Remix's client router. The shop's pages don't have that router. */
export function encode(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}
