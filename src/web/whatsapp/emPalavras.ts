import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { diaDe } from '#domain/data.ts'
import { limiteDoNivel } from '#domain/limite.ts'
import type { Tom } from '#web/cores.ts'
import { dia, duracao, hora, numero } from '#web/ui/formatos.ts'

/** "hoje às 10:20"; any other day as a date: "23/11/2026 às 18:02". */
export function aoDia(instante: string, agora: Date): string {
  const nele = diaDe(instante)
  return `${nele === diaDe(agora) ? 'hoje' : dia(nele)} às ${hora(instante)}`
}

/** "há 40 segundos", "há 12 min". */
export function ha(instante: string, agora: Date): string {
  const ms = Math.max(0, agora.getTime() - Date.parse(instante))
  const segundos = Math.floor(ms / 1000)
  if (segundos < 2) return 'agora'
  return `há ${segundos < 60 ? `${segundos} segundos` : duracao(ms)}`
}

export const QUALIDADES: Record<string, { rotulo: string; tom: Tom; frase: string }> = {
  GREEN: { rotulo: 'Alta', tom: 'success', frase: 'os clientes recebem bem as mensagens' },
  YELLOW: { rotulo: 'Média', tom: 'warning', frase: 'há bloqueios e denúncias; reveja os textos e a frequência' },
  RED: { rotulo: 'Baixa', tom: 'error', frase: 'a Meta pode reduzir o limite ou parar o número' },
}

/** Meta may name a tier that says no number, as of one not set yet. */
export function limiteEmPalavras(nivel: string | null): string {
  if (nivel === 'TIER_UNLIMITED') return 'Sem limite'
  const limite = limiteDoNivel(nivel)
  return limite === null ? '—' : numero(limite)
}

export const provedorEmPalavras = ({ provedor, estado }: ConexaoWhatsapp) =>
  provedor === 'emulador'
    ? 'Emulador deste sistema'
    : estado === 'nao_configurado'
      ? 'Nenhum ainda'
      : 'WhatsApp Cloud API, da Meta'
