import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { refuseAccount, refuseByAuth, type AccountResult } from '~/account/refusal'
import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { tokenOf, tokensOf } from '~/platform/encryption/keyed-hash.server'
import { succeed, type Result } from '~/platform/result'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Operator } from '../access/operator.server'
import { EXPIRED, secondFactor, type Start } from '../access/sign-in.server'
import { change, read } from '../desk.server'
import { mailRecovery } from './staff-mails.server'

const COUNT = 10
/** 32 letters and digits that aren't mistaken for each other: a code of ten has 50 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 10
const PURPOSE = 'desk recovery code'
const WRONG = 'This recovery code is not right, or it has been used.'

const subjectOf = (person: string, code: string) => `${person} ${code}`

function newCode(): string {
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

export const countRecoveryCodes = ({ db }: Operator) => read(db, 'desk_recovery_codes', {}, z.number())

/** Makes ten new recovery codes, which replace the earlier ones. The database stores keyed hashes, so they are shown once. */
export async function makeRecoveryCodes(
  { settings }: Needs<'settings'>,
  { db, id }: Operator,
): Promise<Result<string[], string>> {
  const codes = Array.from({ length: COUNT }, newCode)
  const hashes = codes.map((code) => tokenOf(settings, PURPOSE, subjectOf(id, code)))
  const saved = await change(db, 'desk_save_recovery_codes', { hashes })
  return saved.ok ? succeed(codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)) : saved
}

/**
 * Uses a recovery code in place of a lost second factor: removes that factor, ends the account's other sessions, and makes a new factor,
 * with which the sign-in goes on. Returns the sign-in, and how many codes are left.
 */
export async function useRecoveryCode(
  context: Needs<'backends' | 'background' | 'clientAddress' | 'settings' | Reporting>,
  start: Start,
  code: string,
): Promise<AccountResult<{ start: Start; left: number }>> {
  const auth = context.backends.auth(context.clientAddress)
  const opened = await auth.setSession({ access_token: start.access, refresh_token: start.refresh })
  if (opened.error) return refuseByAuth(opened.error, EXPIRED)
  const { session, user } = opened.data
  if (!session || !user) return refuseAccount(EXPIRED)
  const { data, error } = await serviceClient(context, 'replace a lost second factor').rpc('use_desk_recovery_code', {
    p_person: user.id,
    p_hashes: tokensOf(context.settings, PURPOSE, subjectOf(user.id, code)),
  })
  if (error) throw new Error(`A recovery code was not checked: ${error.message}`, { cause: error })
  const left = z.number().nullable().parse(data)
  if (left === null) return refuseAccount(WRONG)
  await removeFactors(context, user.id)
  await auth.admin.signOut(session.access_token, 'others')
  inBackground(context, 'use of a recovery code not mailed', () => mailRecovery(context, start.email, left))
  const factor = await secondFactor(auth, context.settings.BRAND_NAME)
  const tokens = { access: session.access_token, refresh: session.refresh_token }
  return succeed({ start: { ...start, ...tokens, ...factor }, left })
}

/** Removes a person's second factors, so that the next sign-in makes a new one. */
export async function removeFactors(context: Needs<'backends'>, person: string): Promise<void> {
  const { mfa } = serviceClient(context, 'replace a lost second factor').auth.admin
  const { data, error } = await mfa.listFactors({ userId: person })
  if (error) throw new Error(`Second factors not read: ${error.message}`, { cause: error })
  for (const { id } of data.factors) {
    const removed = await mfa.deleteFactor({ id, userId: person })
    if (removed.error) throw new Error(`A factor was not removed: ${removed.error.message}`, { cause: removed.error })
  }
}
