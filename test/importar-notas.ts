import { expect } from 'vitest'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { enviarXml } from '#test/multipart.ts'
import type { Pessoa, World } from '#test/world.ts'

export const importar = async (
  world: World,
  pessoa: Pessoa,
  conteudo: Buffer | string,
  opcoes: Parameters<typeof enviarXml>[3] = {},
): Promise<ResultadoXml> => {
  const resposta = await enviarXml(world, pessoa, conteudo, opcoes)
  expect(resposta.statusCode, resposta.body).toBe(200)
  return resposta.json()
}
export const contas = (world: World) =>
  world.db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .select([
      'conta.id',
      'cliente_id',
      'documento',
      'chave_nfe',
      'numero',
      'parcela',
      'ordem',
      'valor_centavos',
      'pago_centavos',
      'emissao',
      'vencimento',
      'vencimento_util',
      'situacao',
      'origem',
      'nota_cancelada',
    ])
    .orderBy('conta.id')
    .execute()
export const clientes = (world: World) => world.db.selectFrom('cliente').selectAll().orderBy('id').execute()
export const nada = {
  contas_criadas: 0,
  contas_atualizadas: 0,
  contas_ignoradas: 0,
  clientes_criados: 0,
  valor_total: 0,
  pendencias: [],
  erros: [],
}
export const frase = (padrao: RegExp) => expect.stringMatching(padrao)
