import { diaDe, diasEntre } from '#domain/data.ts'
import { plural } from '#web/ui/formatos.ts'

/** How long before a certificate ends somebody must ask the bank for another. */
const AVISAR_ANTES_DIAS = 30

/** What is said of a certificate that has ended or soon will. */
export function avisoDoCertificado(ate: string, agora: Date): { tom: 'error' | 'warning'; texto: string } | null {
  if (Date.parse(ate) <= agora.getTime())
    return { tom: 'error', texto: 'O certificado venceu: o banco não responde mais. Peça outro e troque o acesso.' }
  const resta = diasEntre(diaDe(agora), diaDe(ate))
  if (resta > AVISAR_ANTES_DIAS) return null
  const quando = resta === 0 ? 'hoje' : `em ${plural(resta, 'dia', 'dias')}`
  return {
    tom: 'warning',
    texto: `O certificado vence ${quando}. Peça outro ao banco e troque o acesso antes disso.`,
  }
}
