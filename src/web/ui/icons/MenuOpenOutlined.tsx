import { icon } from '../icon.tsx'

export const MenuOpenOutlined = icon(
  <path d="M3 18h13v-2H3zm0-5h10v-2H3zm0-7v2h13V6zm18 9.59L17.42 12 21 8.41 19.59 7l-5 5 5 5z" />,
)
