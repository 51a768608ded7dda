interface Mail {
  to: string
  subject: string
  html?: string
  text?: string
}

type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>

/** Executes the only condition of the templates as Go does: the language that the account was created with. */
function executeCondition(template: string, language: string | null): string {
  return template
    .replaceAll(/ -\}\}\s*/g, ' }}')
    .replaceAll(
      /\{\{ if eq \.Data\.language "(\w+)" \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/gs,
      (_, wanted, then, otherwise) => (wanted === language ? then : otherwise),
    )
}

export async function inLanguageOf(query: Query, address: string, mail: Mail): Promise<Mail> {
  const [user] = await query<{ language: string | null }>(
    `select raw_user_meta_data ->> 'language' as language from auth.users where lower($1) in (email, email_change)`,
    [address],
  )
  const language = user?.language ?? null
  const html = executeCondition(mail.html ?? '', language)
  return { ...mail, subject: executeCondition(mail.subject, language), html }
}
