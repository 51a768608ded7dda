import { expect, test } from 'vitest'
import { projectFrom } from '../support/contract-project.ts'

const HOSTED = {
  CONTRACT_SUPABASE_URL: 'https://abc.supabase.co/',
  CONTRACT_PUBLISHABLE_KEY: 'sb_publishable_1',
  CONTRACT_SECRET_KEY: 'sb_secret_1',
  CONTRACT_INBOX_URL: 'https://inbox.example.com',
  CONTRACT_MAIL_DOMAIN: 'inbox.example.com',
  CONTRACT_SHOP_ADDRESS: 'hello@inbox.example.com',
}

test('the contract tests use the project in the environment, or else the sandbox', () => {
  expect(projectFrom(HOSTED)).toEqual({
    url: 'https://abc.supabase.co',
    publishableKey: 'sb_publishable_1',
    secretKey: 'sb_secret_1',
    inbox: 'https://inbox.example.com',
    mailDomain: 'inbox.example.com',
    shopAddress: 'hello@inbox.example.com',
  })
  expect(projectFrom({ SUPABASE_URL: 'https://shop.supabase.co' })).toBeNull()
})

test('an incomplete project is refused with the names of the missing settings', () => {
  const { CONTRACT_SECRET_KEY: _, CONTRACT_INBOX_URL: __, ...half } = HOSTED
  expect(() => projectFrom(half)).toThrow('CONTRACT_SECRET_KEY, CONTRACT_INBOX_URL too')
})
