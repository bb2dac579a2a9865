import { icon } from '../icon.tsx'

export const RemoveOutlined = icon(<path d="M19 13H5v-2h14z" />)
