import type { Movimento, Sugestao } from '#contract/conciliacao.ts'
import { nomeDoBanco } from '#domain/arquivo-do-banco.ts'
import { type ParteDaLista, ROTULOS_DA_ORIGEM_DO_MOVIMENTO, ROTULOS_DO_MOVIMENTO } from '#domain/movimento.ts'
import { ROTULOS_DA_SITUACAO_DITA, type SituacaoDita, situacaoDita } from '#domain/palavras-do-movimento.ts'
import { hoje } from '#web/api/agora.ts'
import type { Tom } from '#web/cores.ts'
import { dia, plural } from '#web/ui/formatos.ts'
import { BlockOutlined } from '#web/ui/icons/BlockOutlined.tsx'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { HelpOutlineOutlined } from '#web/ui/icons/HelpOutlineOutlined.tsx'
import { HourglassEmptyOutlined } from '#web/ui/icons/HourglassEmptyOutlined.tsx'
import { ReplyOutlined } from '#web/ui/icons/ReplyOutlined.tsx'
import type { Aparencia } from '#web/ui/StatusChip.tsx'

/** The parts of a period's closing. */
export const PARTES: Record<ParteDaLista, string> = {
  recebido: 'Recebido',
  aplicado: 'Aplicado a contas',
  credito: 'Crédito a devolver',
  sem_dono: 'Sem dono',
  ignorado: 'Ignorado',
  devolvido: 'Devolvido',
  tarifas: 'Tarifas',
  a_espera: 'Devoluções à espera',
}

export const SITUACOES: Record<Movimento['situacao'], Aparencia> = {
  novo: { rotulo: ROTULOS_DO_MOVIMENTO.novo, tom: 'warning', icone: HelpOutlineOutlined },
  sugerido: { rotulo: ROTULOS_DO_MOVIMENTO.sugerido, tom: 'warning', icone: HelpOutlineOutlined },
  credito: { rotulo: ROTULOS_DO_MOVIMENTO.credito, tom: 'info', icone: HourglassEmptyOutlined },
  aplicado: { rotulo: ROTULOS_DO_MOVIMENTO.aplicado, tom: 'success', icone: CheckOutlined },
  ignorado: { rotulo: ROTULOS_DO_MOVIMENTO.ignorado, tom: 'neutral', icone: BlockOutlined },
  devolvido: { rotulo: ROTULOS_DO_MOVIMENTO.devolvido, tom: 'neutral', icone: ReplyOutlined },
}

const DITAS: Record<SituacaoDita, Aparencia> = {
  ...SITUACOES,
  a_espera: { rotulo: ROTULOS_DA_SITUACAO_DITA.a_espera, tom: 'warning', icone: HourglassEmptyOutlined },
  sem_prova: { rotulo: ROTULOS_DA_SITUACAO_DITA.sem_prova, tom: 'warning', icone: ReplyOutlined },
}
export function situacaoDe(um: Movimento): Aparencia | undefined {
  const dita = situacaoDita(um)
  return dita ? DITAS[dita] : undefined
}

/** Below zero when it left the account. */
export const comSinal = ({ saiu, valor }: Movimento): number => (saiu ? -valor : valor)

export const CERTEZAS: Record<Sugestao['certeza'], { rotulo: string; tom: Tom }> = {
  alta: { rotulo: 'certeza alta', tom: 'success' },
  media: { rotulo: 'certeza média', tom: 'warning' },
  baixa: { rotulo: 'certeza baixa', tom: 'neutral' },
}

/** The payer as the bank names them; without a payer, the bank's description. */
export const quemPagou = ({ pagador, descricao }: Pick<Movimento, 'pagador' | 'descricao'>): string =>
  pagador?.nome ?? pagador?.documento ?? descricao

/** "Pix", "Extrato (OFX) · Itaú 1234/567890". */
export function deOndeVeio({ origem, banco, conta_bancaria }: Movimento): string {
  const doBanco = [banco && nomeDoBanco(banco), conta_bancaria].filter(Boolean).join(' ')
  return doBanco ? `${ROTULOS_DA_ORIGEM_DO_MOVIMENTO[origem]} · ${doBanco}` : ROTULOS_DA_ORIGEM_DO_MOVIMENTO[origem]
}

/** "venceu em 10/11/2026". */
export const vence = (vencimento: string): string => `${vencimento < hoje() ? 'venceu' : 'vence'} em ${dia(vencimento)}`

/** "Marlene Prado: NF-e 18.190 · 3/3, venceu em 10/11/2026", "Ignorar", "Padaria Sol: 2 contas". */
export function oQueSugere({ acao, cliente, contas }: Sugestao): string {
  if (acao === 'ignorar') return 'Não é pagamento de cliente'
  const [primeira] = contas
  const quais =
    acao === 'vincular'
      ? 'pagamento já registrado'
      : contas.length === 1 && primeira
        ? `${primeira.nome}, ${vence(primeira.vencimento)}`
        : contas.length === 0
          ? 'crédito a devolver'
          : plural(contas.length, 'conta', 'contas')
  return cliente ? `${cliente.nome}: ${quais}` : quais
}
