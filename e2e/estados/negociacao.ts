import { botao, type Estado, emOrdem, responder, texto } from './estado.ts'

const ESPERA = {
  id: 9,
  status: 'aguarda_aprovacao',
  valor_original: 1000,
  encargos: 0,
  desconto: 300,
  valor_negociado: 700,
  valor_pago: 0,
  parcelas: [{ numero: 1, vencimento: '2027-01-10', valor: 700, status: 'em_aberto', conta_id: null }],
  contas: [1],
  observacao: 'Pediu por telefone.',
  motivo: null,
  autor: { id: 2, name: 'Camila Rocha' },
  created_at: '2026-12-07T13:00:00.000Z',
  encerrada_em: null,
  origem: 'operador',
  vence_em: '2026-12-14',
  alem: ['Perdoa R$ 323,33 do que é devido hoje, com os encargos; a política permite R$ 123,33.'],
  cliente: { id: 1, nome: 'Padaria Exemplo' },
  decidida_por: null,
}
const FAIXA = {
  de_dias: 1,
  ate_dias: 30,
  desconto_encargos: 100,
  desconto_principal: 10,
  entrada_minima: 20,
  parcelas_max: 6,
  parcela_minima: 50,
}

/** Agreements that wait for an administrator's approval, and the policy. */
export function negociacao(): Estado[] {
  const rota = '/admin/negociacao'
  const pagina = { data: [ESPERA], current_page: 1, last_page: 1, per_page: 20, total: 1 }
  const esperando: NonNullable<Estado['respostas']> = [[/\/api\/admin\/negociacoes/, responder(pagina)]]
  const grade = { ativa: true, faixas: [FAIXA], segundo_acordo_entrada: 50, versao: 3, desde: null, autor: null }
  const comGrade: NonNullable<Estado['respostas']> = [[/\/configuracoes\/negociacao$/, responder(grade)]]
  const politica = `${rota}?aba=politica`
  return [
    { rota, nome: 'acordo que espera', respostas: esperando, ver: texto('Além da política') },
    { rota, nome: 'aprovar', respostas: esperando, abrir: botao('Aprovar') },
    { rota, nome: 'recusar', respostas: esperando, abrir: botao('Recusar') },
    { rota: politica, nome: 'política', respostas: comGrade, ver: texto('Usar a política') },
    {
      rota: politica,
      nome: 'faixa que não é',
      respostas: comGrade,
      fazer: emOrdem(botao('Nova faixa'), (pagina) => pagina.getByLabel('De', { exact: true }).last().fill('x')),
    },
  ]
}
