import type { loadKeys } from './data-folder.ts'

export const MERCHANT = { merchantId: '10000100', merchantKey: '46f0cd694581a', passphrase: 'jasmine-sandbox' }
export const GOPAYFAST_MERCHANT = { merchantId: '102', securedKey: 'sandbox-secured-key' }
export const POSTEX_MERCHANT = { token: 'sandbox-token', pickupAddress: '001' }
/** Lets browsers at the sandbox's desk be told of orders; secret to nobody. */
const VAPID_PRIVATE_KEY = '-T3jDpI7r_sTIW8edG6BD_rBttlobV-7CBSOfr-SWik'
export const GOOGLE_CLIENT = { clientId: 'sandbox-client', clientSecret: 'sandbox-client-secret' }

type Keys = ReturnType<typeof loadKeys>

export function shopSettings(
  keys: Keys,
  servers: Record<'supabase' | 'payfast' | 'google' | 'mailbox', { url: string }>,
): Record<string, string> {
  return {
    SUPABASE_URL: servers.supabase.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SESSION_SECRET: keys.sessionSecret,
    PAYFAST_MODE: 'sandbox',
    PAYFAST_PROCESS_URL: `${servers.payfast.url}/eng/process`,
    PAYFAST_VALIDATE_URL: `${servers.payfast.url}/eng/query/validate`,
    PAYFAST_MERCHANT_ID: MERCHANT.merchantId,
    PAYFAST_MERCHANT_KEY: MERCHANT.merchantKey,
    PAYFAST_PASSPHRASE: MERCHANT.passphrase,
    PAYFAST_SOURCES: '127.0.0.1,::1',
    GOPAYFAST_URL: servers.payfast.url,
    GOPAYFAST_MERCHANT_ID: GOPAYFAST_MERCHANT.merchantId,
    GOPAYFAST_SECURED_KEY: GOPAYFAST_MERCHANT.securedKey,
    VAPID_PRIVATE_KEY,
    POSTEX_MODE: 'sandbox',
    POSTEX_URL: servers.payfast.url,
    POSTEX_TOKEN: POSTEX_MERCHANT.token,
    POSTEX_PICKUP_ADDRESS: POSTEX_MERCHANT.pickupAddress,
    GOOGLE_AUTHORIZE_URL: `${servers.google.url}/authorize`,
    GOOGLE_TOKEN_URL: `${servers.google.url}/token`,
    GOOGLE_USERINFO_URL: `${servers.google.url}/userinfo`,
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.clientSecret,
    RETURN_DAYS: '14',
    MAILBOX_URL: servers.mailbox.url,
    SUPABASE_JWT_SECRET: keys.jwtSecret,
  }
}
