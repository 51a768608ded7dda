/** Countries a phone number may come from, Pakistan first: code, name, calling code. Any other is typed with its `+`. */
export const PHONE_COUNTRIES = [
  ['PK', 'Pakistan', '92'],
  ['AF', 'Afghanistan', '93'],
  ['AU', 'Australia', '61'],
  ['AT', 'Austria', '43'],
  ['BH', 'Bahrain', '973'],
  ['BD', 'Bangladesh', '880'],
  ['BE', 'Belgium', '32'],
  ['CA', 'Canada', '1'],
  ['CN', 'China', '86'],
  ['DK', 'Denmark', '45'],
  ['EG', 'Egypt', '20'],
  ['FI', 'Finland', '358'],
  ['FR', 'France', '33'],
  ['DE', 'Germany', '49'],
  ['GR', 'Greece', '30'],
  ['HK', 'Hong Kong', '852'],
  ['IN', 'India', '91'],
  ['ID', 'Indonesia', '62'],
  ['IR', 'Iran', '98'],
  ['IQ', 'Iraq', '964'],
  ['IE', 'Ireland', '353'],
  ['IT', 'Italy', '39'],
  ['JP', 'Japan', '81'],
  ['JO', 'Jordan', '962'],
  ['KE', 'Kenya', '254'],
  ['KW', 'Kuwait', '965'],
  ['MY', 'Malaysia', '60'],
  ['MV', 'Maldives', '960'],
  ['NP', 'Nepal', '977'],
  ['NL', 'Netherlands', '31'],
  ['NZ', 'New Zealand', '64'],
  ['NO', 'Norway', '47'],
  ['OM', 'Oman', '968'],
  ['PH', 'Philippines', '63'],
  ['PT', 'Portugal', '351'],
  ['QA', 'Qatar', '974'],
  ['SA', 'Saudi Arabia', '966'],
  ['SG', 'Singapore', '65'],
  ['ZA', 'South Africa', '27'],
  ['KR', 'South Korea', '82'],
  ['ES', 'Spain', '34'],
  ['LK', 'Sri Lanka', '94'],
  ['SE', 'Sweden', '46'],
  ['CH', 'Switzerland', '41'],
  ['TH', 'Thailand', '66'],
  ['TR', 'Türkiye', '90'],
  ['AE', 'United Arab Emirates', '971'],
  ['GB', 'United Kingdom', '44'],
  ['US', 'United States', '1'],
] as const

export type PhoneCountry = (typeof PHONE_COUNTRIES)[number][0]

/** Where a phone number is from when nothing else is said (document 2, section 9). */
export const DEFAULT_PHONE_COUNTRY: PhoneCountry = 'PK'

/** Whether a posted value is one of them. */
export function isPhoneCountry(code: unknown): code is PhoneCountry {
  return PHONE_COUNTRIES.some(([known]) => known === code)
}
