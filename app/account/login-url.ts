const LEADS_HOME = /^\/($|\?|#|(login|create-account|verify-otp|forget-password|reset-password|confirm-email)\b)/

/**
 * Returns the URL of the login page that redirects back to the path `from`. For the home page and account pages there is no redirect, so
 * the login leads to the remembered destination or home (LG-11).
 */
export function loginUrl(from: string): string {
  return LEADS_HOME.test(from) ? '/login' : `/login?to=${encodeURIComponent(from)}`
}
