import { icon } from '../icon.tsx'

export const EventAvailable = icon(
  <path d="M19 3h-1V1h-2v2H8V1H6v2H5c-1.11 0-1.99.9-1.99 2L3 19c0 1.1.89 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m-8.41 14-3.18-3.18 1.06-1.06 2.12 2.12L15.47 10l1.06 1.06zM19 8H5V5h14z" />,
)
