import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { comPolitica } from '#test/aceite.ts'
import { abrirPagina } from '#test/pagina.ts'
import { PIX } from '#test/psp.ts'
import { test, type World } from '#test/world.ts'
import { Acaso } from './acaso.ts'
import { type Operacao, operacoesDe, pedidoDe } from './chamadas.ts'
import { problemaDaResposta } from './fuzz.ts'
import { venenoDe } from './json.ts'

/** Takes a few seconds; `main.ts` fuzzes the whole program, but there no customer has a page. */
const CASOS = 120
/** Acts are limited per customer and day, so a new page is soon needed. */
const POR_PAGINA = 14
const FORMAS = ['entrar', 'codigos', 'promessas', 'contestacoes', 'falar', 'parar', 'nao-sou-eu', 'ofertas/1/aceitar']
const CAMPOS = ['digitos', 'contas', 'ate', 'motivo', 'texto', 'confirmo', 'chave', 'volta.forma', 'volta.texto', 'x']

const texto = (valor: unknown) => (typeof valor === 'string' ? valor : (JSON.stringify(valor) ?? '')).toWellFormed()

/** A form that no browser would send. */
function formulario(acaso: Acaso, token: string): InjectOptions {
  const campos = CAMPOS.filter(() => acaso.chance(0.5)).map((nome) => [nome, texto(venenoDe(acaso)).slice(0, 20_000)])
  return {
    method: 'POST',
    url: `/c/${token}/${acaso.um(FORMAS)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(campos as [string, string][]).toString(),
  }
}

function chamada(acaso: Acaso, operacao: Operacao, token: string): InjectOptions {
  const { metodo, caminho, cabecalhos, corpo } = pedidoDe(acaso, {
    ...operacao,
    caminho: operacao.caminho.replace('{token}', token),
  })
  return { method: metodo as 'GET', url: caminho, headers: cabecalhos, ...(corpo && { payload: corpo }) }
}

async function abrir(world: World) {
  const { id } = await world.criarCliente({}, [{}, { vencimento: '2026-10-01', vencimento_util: '2026-10-01' }])
  return (await abrirPagina(world, id)).entrar()
}

test('whatever is sent to a customer’s page is answered or refused in a sentence that reveals nothing internal', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
  await comPolitica(world, admin)
  const descricao = await world.chamar(admin, 'GET', '/api/openapi.json')
  const operacoes = operacoesDe(descricao.json()).filter(({ caminho }) => caminho.includes('/publico/c/{token}'))
  expect(operacoes.length).toBeGreaterThan(8)
  let pagina = await abrir(world)
  const achados: string[] = []
  for (let caso = 0; caso < CASOS; caso += 1) {
    if (caso % POR_PAGINA === 0) pagina = await abrir(world)
    const acaso = new Acaso(20261124, caso)
    const pedido = acaso.chance(0.4)
      ? formulario(acaso, pagina.token)
      : chamada(acaso, acaso.um(operacoes), pagina.token)
    const resposta = await world.app.inject({
      ...pedido,
      remoteAddress: `10.0.${acaso.ate(256)}.${acaso.ate(256)}`,
      headers: { ...pedido.headers, ...(acaso.chance(0.9) && { cookie: pagina.cookie }) },
    })
    const tipo = String(resposta.headers['content-type'] ?? '')
    const problema = tipo.includes('text/html')
      ? resposta.statusCode >= 500 && `status ${resposta.statusCode}`
      : problemaDaResposta({ status: resposta.statusCode, tipo, corpo: resposta.body })
    if (problema)
      achados.push(
        `${caso}: ${problema}: ${pedido.method} ${String(pedido.url).slice(0, 120)}: ${resposta.body.slice(0, 300)}`,
      )
  }
  expect(achados).toEqual([])
})
