import type { User } from '@supabase/supabase-js'

/** Of accounts that have a role at the desk (decision 235); shoppers' may be shorter. */
export const STAFF_PASSWORD_LENGTH = 12

/** Whether a password is long enough for an account. */
export const isLongEnough = ({ app_metadata: { role } }: Pick<User, 'app_metadata'>, password: string) =>
  (role !== 'operator' && role !== 'manager') || isLongEnoughForStaff(password)

export const isLongEnoughForStaff = (password: string) => [...password].length >= STAFF_PASSWORD_LENGTH
