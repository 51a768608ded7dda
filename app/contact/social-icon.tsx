const PATHS: Record<string, string> = {
  twitter: 'M4 4l16 16M20 4 4 20',
  instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17 7v.01',
  discord:
    'M8 6c2.600-.8 5.400-.8 8 0 2 3 3 6.500 3 10-1.500 1.300-3 2-4.500 2.300L13.500 16.500h-3L9.500 18.300C8 18 6.500 17.300 5 16c0-3.500 1-7 3-10ZM9 12v1M15 12v1',
}

/** Whether a platform has an icon (CO-07, CO-08, CO-09). Others are not shown. */
export function hasIcon(platform: string): boolean {
  return platform.toLowerCase() in PATHS
}

/** The icon of a platform. */
export function SocialIcon({ platform }: { platform: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[platform.toLowerCase()]} />
    </svg>
  )
}
