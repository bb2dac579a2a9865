import type { Versao } from './modelos.queries.ts'

export interface Parecer {
  situacao: Versao['situacao']
  /** A Portuguese sentence; null when there is nothing to say. */
  motivo: string | null
}

const MOTIVOS: Record<string, string> = {
  ABUSIVE_CONTENT: 'A Meta leu o texto como abusivo ou ameaçador. Reescreva-o com mais cortesia.',
  INCORRECT_CATEGORY: 'A Meta não aceitou o texto como utilidade. Deixe só o que é sobre a conta do cliente.',
  TAG_CONTENT_MISMATCH: 'A Meta não aceitou o texto como utilidade. Deixe só o que é sobre a conta do cliente.',
  CATEGORY_NOT_AVAILABLE: 'A Meta não aceita esta categoria nesta conta. Veja o Gerenciador do WhatsApp.',
  INVALID_FORMAT: 'A Meta recusou a forma do texto. Confira as variáveis e a pontuação.',
  PROMOTIONAL: 'A Meta leu o texto como propaganda. Tire descontos e ofertas.',
  SCAM: 'A Meta leu o texto como golpe. Deixe claro quem é a empresa e do que se trata.',
}

/** A template's status or event at Meta as one of our states; null when it changes nothing here. */
export function parecerDaMeta(status: string, motivo: string | null): Parecer | null {
  const explicado =
    motivo && motivo !== 'NONE' ? (MOTIVOS[motivo] ?? `A Meta informou: ${motivo.replace(/\.$/, '')}.`) : null
  switch (status) {
    case 'APPROVED':
    case 'REINSTATED':
    case 'UNARCHIVED':
      return { situacao: 'aprovado', motivo: null }
    case 'PENDING':
    case 'IN_APPEAL':
      return { situacao: 'pendente', motivo: null }
    case 'REJECTED':
      return { situacao: 'rejeitado', motivo: explicado ?? 'A Meta rejeitou o texto sem dizer por quê.' }
    case 'PAUSED':
      return {
        situacao: 'pausado',
        motivo: explicado ?? 'A Meta pausou o modelo por baixa qualidade; a pausa dura de 3 a 6 horas.',
      }
    case 'ARCHIVED':
    case 'LOCKED':
      return {
        situacao: 'pausado',
        motivo: explicado ?? 'A Meta guardou o modelo por falta de uso. Reative-o no Gerenciador do WhatsApp.',
      }
    case 'DISABLED':
      return {
        situacao: 'rejeitado',
        motivo: explicado ?? 'A Meta desativou o modelo por baixa qualidade. Escreva um texto novo.',
      }
    case 'LIMIT_EXCEEDED':
      return {
        situacao: 'rejeitado',
        motivo: 'A conta passou do número de modelos que a Meta permite. Apague os antigos no Gerenciador do WhatsApp.',
      }
    case 'DELETED':
    case 'PENDING_DELETION':
      return {
        situacao: 'rejeitado',
        motivo: 'O modelo foi apagado na Meta. Salve o texto de novo para enviá-lo à análise.',
      }
    default:
      // FLAGGED, which has no consequence yet, and unknown values.
      return null
  }
}
