/** A page for when the shop itself can't answer: no styles to load, no data to read, one way back. */
export function plainPage(title: string, text: string, requestId?: string): string {
  const id = requestId ? `<p>Reference: <code>${requestId}</code></p>` : ''
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>body{margin:0;background:#fffcf9;color:#2b1b22;font:16px/1.55 system-ui,sans-serif}main{max-width:32rem;margin:auto;padding:4rem 1rem}h1{font:400 2rem/1.15 Georgia,serif}a{color:#7a2140}</style></head><body><main><h1>${title}</h1><p>${text}</p>${id}<p><a href="/">Return Home</a></p></main></body></html>`
}
