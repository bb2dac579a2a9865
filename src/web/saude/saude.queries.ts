import { apiQuery } from '#web/api/apiQuery.ts'

export const saudeQuery = apiQuery(['saude'], 'GET /api/admin/saude', {})
