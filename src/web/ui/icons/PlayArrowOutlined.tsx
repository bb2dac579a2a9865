import { icon } from '../icon.tsx'

export const PlayArrowOutlined = icon(<path d="M10 8.64 15.27 12 10 15.36zM8 5v14l11-7z" />)
