import { type ContaEmulada, NIVEIS, PADRAO } from './conta.ts'
import type { Cenario } from './nucleo.ts'
import type { Evento } from './webhooks.ts'

const BANIDA = new Set<Cenario['situacao']>([368, 131031])

/** The webhooks that Meta sends when the account, its number's quality or its limit changes. */
export function contarMudancas(conta: ContaEmulada, antes: Cenario, depois: Cenario, agora: Date): Evento[] {
  const tempo = Math.floor(agora.getTime() / 1000)
  const evento = (campo: string, titulo: string, valor: object): Evento => ({
    campo,
    valor,
    aparelho: null,
    titulo: `${campo} · ${titulo}`,
    resumo: '',
    tempo,
  })
  const eventos: Evento[] = []
  const [era, e] = [BANIDA.has(antes.situacao), BANIDA.has(depois.situacao)]
  if (era !== e) {
    const ban_info = { waba_ban_state: e ? 'DISABLE' : 'REINSTATE', waba_ban_date: dataPorExtenso(agora) }
    eventos.push(evento('account_update', ban_info.waba_ban_state, { event: 'DISABLED_UPDATE', ban_info }))
  }
  if (antes.qualidade !== depois.qualidade && antes.qualidade !== 'UNKNOWN' && depois.qualidade !== 'UNKNOWN') {
    const event = ORDEM.indexOf(depois.qualidade) > ORDEM.indexOf(antes.qualidade) ? 'FLAGGED' : 'UNFLAGGED'
    eventos.push(evento('phone_number_quality_update', event, doNumero(conta, event, depois)))
  }
  if (antes.nivel !== depois.nivel) {
    const max_daily_conversations_per_business = NIVEIS[depois.nivel]
    const limites = { max_daily_conversations_per_business, max_phone_numbers_per_business: 25 }
    eventos.push(evento('business_capability_update', depois.nivel, limites))
  }
  if (antes.vazaoPorSegundo <= PADRAO && depois.vazaoPorSegundo > PADRAO) {
    const event = 'THROUGHPUT_UPGRADE'
    eventos.push(evento('phone_number_quality_update', event, doNumero(conta, event, depois)))
  }
  return eventos
}

const ORDEM = ['GREEN', 'YELLOW', 'RED']

const doNumero = ({ numero }: ContaEmulada, event: string, { nivel }: Cenario) => ({
  display_phone_number: numero,
  event,
  max_daily_conversations_per_business: nivel,
})

/** `November 24, 2026`. */
const dataPorExtenso = (dia: Date) =>
  dia.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
