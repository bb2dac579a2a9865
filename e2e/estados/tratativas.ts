import { botao, type Estado, responder, texto } from './estado.ts'

const pessoa = { id: 1, name: 'Ana Prado' }
const comum = {
  contas: [1],
  origem: 'operador',
  autor: pessoa,
  operador: pessoa,
  created_at: '2026-12-01T12:47:00.000Z',
}
const promessas = (cliente: object) =>
  ['pendente', 'cumprida', 'parcial', 'quebrada', 'cancelada'].map((status, i) => ({
    ...comum,
    id: i + 1,
    valor: 812.5,
    valor_pago: i > 0 && i < 3 ? 400 : 0,
    ate: '2026-12-04',
    limite: '2026-12-08',
    status,
    observacao: i === 0 ? 'Recebe na sexta' : null,
    motivo: status === 'cancelada' ? 'Uma das contas foi contestada.' : null,
    cliente,
    encerrada_em: i === 0 ? null : '2026-12-05T12:47:00.000Z',
  }))
const contestacoes = (cliente: object) =>
  ['aberta', 'em_analise', 'procedente', 'improcedente', 'desistencia'].map((status, i) => ({
    ...comum,
    id: i + 1,
    numero: `2026-00000${i + 1}`,
    valor: 812.5,
    motivo: 'entrega',
    texto: 'Só chegaram 7 das 12 caixas.',
    arquivo_url: null,
    status,
    prazo: i === 0 ? '2026-12-03' : '2026-12-09',
    resposta: i > 1 ? 'Conferido com o canhoto.' : null,
    cliente,
    encerrada_em: i > 1 ? '2026-12-05T12:47:00.000Z' : null,
  }))
const pagina = (data: object[]) =>
  responder({ data, current_page: 1, last_page: 1, per_page: 20, total: data.length, soma: 4062.5, soma_paga: 800 })

/** The lists of promises and disputes, one row per status, and one of each opened beside the list. */
export function tratativas(papel: 'operador' | 'admin', clienteId: number): Estado[] {
  const cliente = { id: clienteId, nome: 'Padaria Exemplo' }
  const [delas, disputas] = [`/${papel}/promessas`, `/${papel}/contestacoes`]
  const comPromessas: NonNullable<Estado['respostas']> = [
    [new RegExp(`/api/${papel}/promessas(\\?|$)`), pagina(promessas(cliente))],
  ]
  const comContestacoes: NonNullable<Estado['respostas']> = [
    [new RegExp(`/api/${papel}/contestacoes(\\?|$)`), pagina(contestacoes(cliente))],
  ]
  const aberta = `${disputas}?contestacao=1`
  return [
    { rota: delas, nome: 'promessas de toda sorte', respostas: comPromessas, ver: texto('passou; espera até 08/12') },
    { rota: `${delas}?promessa=1`, nome: 'promessa', respostas: comPromessas, ver: texto('Promessa até 04/12/2026') },
    { rota: disputas, nome: 'contestações de toda sorte', respostas: comContestacoes, ver: texto(/^atrasada há/) },
    { rota: aberta, nome: 'contestação', respostas: comContestacoes, ver: texto('Contestação 2026-000001') },
    ...(papel === 'operador'
      ? [
          { rota: aberta, nome: 'responder', respostas: comContestacoes, abrir: botao('Responder') },
          {
            rota: `${delas}?promessa=1`,
            nome: 'cancelar a promessa',
            respostas: comPromessas,
            abrir: botao('Cancelar promessa'),
          },
        ]
      : []),
  ]
}
