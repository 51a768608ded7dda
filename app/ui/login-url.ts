const FROM_HERE_TO_HOME = /^\/($|\?|#|(login|create-account|verify-otp|forget-password|reset-password|confirm-email)\b)/

/**
 * The address of the login page that leads back to the path `from` of this shop afterwards. From the home page and the pages
 * about accounts it is the plain one, which leads to what the visitor was after, else home.
 */
export function loginUrl(from: string): string {
  return FROM_HERE_TO_HOME.test(from) ? '/login' : `/login?to=${encodeURIComponent(from)}`
}
