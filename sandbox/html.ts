/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Returns a page of a stand-in, styled so that nobody takes it for the shop. */
export function page(title: string, body: string, status = 200): Response {
  const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#222;background:#fafafa}
    button{font:inherit;padding:.7rem 1.4rem;min-height:44px;border-radius:.5rem;margin:.2rem .2rem .2rem 0;border:1px solid #555;background:#fff;cursor:pointer}
    button.main{background:#175;color:#fff;border-color:#175}article{background:#fff;border:1px solid #ddd;border-radius:.5rem;padding:1rem;margin:1rem 0}
    dt{color:#666;font-size:.85rem}dd{margin:0 0 .6rem}`
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
    <link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}
