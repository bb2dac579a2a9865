import { botao, type Estado, responder, texto } from './estado.ts'

const AUTOR = { id: 1, name: 'Helena Prado' }
const WEBHOOK = {
  id: 7,
  url: 'https://erp.uma-empresa-de-nome-comprido.example/integracoes/cobranca/avisos?chave=0123456789abcdef',
  eventos: ['conta.paga', 'mensagem.recebida'],
  autor: AUTOR,
  created_at: '2026-11-20T12:00:00.000Z',
  pendentes: 3,
  separadas: 1,
  entregue_em: '2026-11-24T12:00:00.000Z',
  erro: null,
}
const TOKEN = {
  id: 3,
  nome: 'ERP de nome comprido que ninguém abrevia',
  escopos: ['clientes:ler', 'contas:escrever'],
  autor: AUTOR,
  created_at: '2026-11-20T12:00:00.000Z',
  expira_em: '2027-01-01T03:00:00.000Z',
  usado_em: '2026-11-24T12:00:00.000Z',
}
const ENTREGA = {
  id: 9,
  evento_id: 4,
  tipo: 'conta.paga',
  cliente_id: 1,
  status: 'separada',
  tentativas: 14,
  http: 500,
  erro: 'O endereço respondeu 500.',
  created_at: '2026-11-20T12:00:00.000Z',
  tentada_em: '2026-11-23T12:00:00.000Z',
  proxima_em: null,
  entregue_em: null,
}

/** Tokens and webhooks: created, listed, and failed deliveries. */
export function integracoes(): Estado[] {
  const rota = '/admin/integracoes'
  const cheia: NonNullable<Estado['respostas']> = [
    [/\/api\/admin\/tokens/, responder({ data: [TOKEN] })],
    [/\/webhooks\/7\/entregas/, responder({ data: [ENTREGA], current_page: 1, last_page: 1, per_page: 20, total: 1 })],
    [/\/api\/admin\/webhooks$/, responder({ data: [WEBHOOK] })],
  ]
  return [
    { rota, nome: 'cheia', respostas: cheia, ver: texto('1 não entregue') },
    { rota, nome: 'novo token', abrir: botao('Novo token') },
    { rota, nome: 'novo webhook', abrir: botao('Novo webhook') },
    { rota, nome: 'entregas', respostas: cheia, abrir: botao('Entregas') },
    { rota, nome: 'revogar', respostas: cheia, abrir: botao('Revogar') },
  ]
}
