import pg from 'pg'
import { expect } from 'vitest'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { test } from '#test/world.ts'
import { povoar } from '../bench/povoar.ts'
import { lerPlano, pedidasDurante } from './leituras.ts'

/* What a call reads of the tables that grow with a company is bounded by what it shows, however much there is. */

const CLIENTES = 18_000
const ENCHER_MS = 100_000

/** Calls, and how many rows of the growing tables each may read at most. A search counts as far as 5,000, over two pages. */
const CHAMADAS: [chamada: string, linhas: number][] = [
  ['me', 5],
  ['admin/clientes', 400],
  ['admin/clientes?page=600', 450],
  ['admin/clientes?ordenar=atraso&page=700', 600],
  ['admin/clientes/por-status/ativo?page=500', 450],
  ['admin/clientes/contagem', 0],
  ['admin/clientes?busca=c4ca4', 50],
  ['admin/clientes?busca=a', 7_000],
  ['admin/clientes/777', 100],
  ['admin/logs', 150],
  ['operador/clientes/ativos', 400],
  ['operador/clientes/ativos?carteira=livre', 400],
  ['operador/clientes/carteira', 400],
  ['operador/clientes/concluidos', 400],
  ['admin/clientes?operador_id=nenhum', 1_000],
  ['admin/clientes?ordenar=nome', 400],
  ['admin/clientes?ordenar=-valor', 700],
  ['operador/clientes/aguardando-atendimento', 500],
  ['operador/clientes/3/mensagens', 60],
  ['operador/contas-receber/listar', 200],
  ['operador/contas-receber/listar?page=1500', 1_500],
  ['operador/contas-receber/listar?faixa=31-60', 200],
  ['operador/contas-receber/listar?ordenar=-valor&status=em_aberto,vencida', 400],
  ['operador/contas-receber/listar?origem=csv', 50],
  ['operador/contas-receber/listar?busca=c4ca4', 100],
  ['operador/contas-receber/listar?busca=40031', 100],
  ['operador/contas-receber/listar?busca=comercio', 13_000],
  // What is in dispute is summed as it stands: some seven hundred accounts here.
  ['operador/contas-receber/resumo', 2_000],
  ['operador/promessas', 200],
  ['operador/promessas?ordenar=-valor', 200],
  ['admin/promessas?page=20', 1_500],
  ['operador/contestacoes', 200],
  ['admin/contestacoes?page=20', 1_500],
  ['admin/negociacoes', 2_000],
  ['admin/conciliacao/movimentos', 100],
  ['admin/conciliacao/movimentos?page=600', 500],
  ['admin/conciliacao/movimentos?ordenar=-valor', 300],
  ['admin/conciliacao/resumo', 0],
  ['admin/cobranca/execucoes/59', 2_500],
  ['admin/cobranca/execucoes/59?motivo=enviada', 4_500],
  ['admin/clientes/777/dados', 200],
]

/** Where they are many these are counted now and then (`db/folga.ts`): what is bounded is the page. */
const CONTADAS = /promessas|contestacoes|negociacoes|execucoes/

test('no hot call reads much more than it shows, of two hundred thousand rows', { timeout: 3 * ENCHER_MS }, async ({
  world,
}) => {
  await povoar(world.urlDoDono, CLIENTES)
  const agora = world.relogio.agora()
  const tokens = {
    admin: await criarSessao(world.db, 1, agora, null),
    operador: await criarSessao(world.db, 2, agora, null),
  }
  const dono = new pg.Client({ connectionString: world.urlDoDono })
  await dono.connect()
  const demais: string[] = []
  try {
    for (const [chamada, maximo] of CHAMADAS) {
      let soma = 0
      const token = tokens[chamada.startsWith('operador') ? 'operador' : 'admin']
      const chamar = async () => {
        const { statusCode, body } = await world.app.inject({
          url: `/api/${chamada}`,
          headers: { authorization: `Bearer ${token}` },
        })
        expect(statusCode, body).toBe(200)
      }
      if (CONTADAS.test(chamada)) await chamar()
      const pedidas = await pedidasDurante(chamar)
      for (const pedida of pedidas) soma += (await lerPlano(dono, pedida)).linhas
      if (soma > maximo) demais.push(`${chamada}: ${soma} rows read, ${maximo} at most`)
    }
  } finally {
    await dono.end()
  }
  expect(demais).toEqual([])
})
