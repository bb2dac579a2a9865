import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { ATOS_POR_DIA } from '#domain/link.ts'
import { comPolitica } from '#test/aceite.ts'
import { abrirPagina } from '#test/pagina.ts'
import { PIX } from '#test/psp.ts'
import { test, type World } from '#test/world.ts'

/*
 * What every state of the page weighs on the wire. On slow 3G (400 ms a round trip, 400 kbit/s) a new TLS connection
 * takes two round trips, the request one more, and 14,600 bytes, which TCP sends before an acknowledgement, 0.29 s:
 * complete in 1.5 s, as long as that is all.
 */
const PRIMEIRA_LEVA = 14_600
const MAIOR_SCRIPT = 40 * 1_024

/** One answer as a phone gets it. */
type Resposta = Awaited<ReturnType<World['app']['inject']>>
const pedir = (world: World, url: string, cookie: string, corpo?: Record<string, string>) =>
  world.app.inject({
    method: corpo ? 'POST' : 'GET',
    url,
    headers: {
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(cookie && { cookie }),
      ...(corpo && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(corpo && { payload: new URLSearchParams(corpo).toString() }),
  })

const naLinha = ({ headers, rawPayload }: Resposta): number =>
  Object.entries(headers).reduce((soma, [nome, valor]) => soma + nome.length + String(valor).length + 4, 40) +
  rawPayload.length

/** What a browser would ask for beside the page itself. */
const deFora = (html: string): string[] =>
  [
    ...html.matchAll(
      /(?:<(?:script|img|iframe|source|video)[^>]*\ssrc|<link[^>]*\shref|url\(|@import)\s*=?\s*["'(]?([^"')\s>]*)/g,
    ),
  ]
    .map(([, onde]) => onde!)
    .filter((onde) => !onde.startsWith('data:'))
const scriptDe = (html: string): number =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].reduce(
    (soma, [, texto]) => soma + Buffer.byteLength(texto!),
    0,
  )

const vencidas = (quantas: number) =>
  Array.from({ length: quantas }, (_, i) => ({
    numero: `NF-${4_000 + i}`,
    vencimento: `2026-10-${String((i % 28) + 1).padStart(2, '0')}`,
    vencimento_util: `2026-10-${String((i % 28) + 1).padStart(2, '0')}`,
    chave_nfe: `3526101122233300018155001000004${String(i).padStart(3, '0')}1000000001`.slice(0, 44),
  }))

describe('each state of the page, on a slow phone', () => {
  test('is one answer that needs no other request, and fits the initial TCP window', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', {
      pix: PIX,
      empresa: { cnpj: '11.222.333/0001-81', endereco: 'Rua das Amostras, 100, São Paulo', telefone: '+551133334444' },
    })
    await comPolitica(world, admin)
    const abrir = async (contas: object[]) => {
      const { id, contas: ids } = await world.criarCliente({}, contas)
      const pagina = await (await abrirPagina(world, id)).entrar()
      return { pagina, contas: ids, em: `/c/${pagina.token}` }
    }
    const [nada, uma, seis, muitas] = [
      await abrir([{ situacao: 'cancelada' }]),
      await abrir([{}]),
      await abrir(vencidas(6)),
      await abrir(vencidas(100)),
    ]
    const { ofertas } = (await seis.pagina.chamar('GET', '/inicio')).json()
    const estados: [string, Resposta][] = []
    const ver = async (nome: string, url: string, cookie = '', corpo?: Record<string, string>) =>
      estados.push([nome, await pedir(world, url, cookie, corpo)])

    await ver('the door', uma.em)
    await ver('wrong digits', `${uma.em}/entrar`, '', { digitos: '999' })
    await ver('not me', `${uma.em}/nao-sou-eu`)
    await ver('no page', '/c/nada')
    await ver('who writes', '/verificar')
    await ver('nothing owed', nada.em, nada.pagina.cookie)
    await ver('one account', uma.em, uma.pagina.cookie)
    await ver('six accounts, with offers', seis.em, seis.pagina.cookie)
    await ver('an offer', `${seis.em}/ofertas/${ofertas.at(-1).id}`, seis.pagina.cookie)
    await ver('a refused promise', `${seis.em}/promessas`, seis.pagina.cookie, {
      contas: String(seis.contas[0]),
      ate: '2027-01-01',
    })
    await ver('a refused dispute', `${seis.em}/contestacoes`, seis.pagina.cookie, {
      contas: seis.contas.join(),
      texto: 'á'.repeat(900),
    })
    await ver('a form whose half hour is over', `${seis.em}/falar`, '', { texto: 'á'.repeat(900) })
    await ver('a hundred accounts', muitas.em, muitas.pagina.cookie)
    await ver('a hundred accounts, none of them chosen', `${muitas.em}/codigos`, muitas.pagina.cookie, {})

    const { pagina, contas } = seis
    await pagina.chamar('POST', '/promessas', { contas: [contas[0]], ate: '2026-11-27' })
    await pagina.chamar('POST', '/contestacoes', {
      contas: [contas[1]],
      motivo: 'valor',
      texto: 'Combinamos outro preço',
    })
    const oferta = (await pagina.chamar('GET', '/inicio')).json().ofertas.at(-1)
    await pagina.chamar('POST', `/ofertas/${oferta.id}/aceitar`)
    await pagina.chamar('POST', '/codigos', { contas: [contas[1]] })
    await ver('all of it: two codes, an agreement, a promise, a dispute', seis.em, pagina.cookie)
    for (let i = 0; i < ATOS_POR_DIA; i += 1) await uma.pagina.chamar('POST', '/falar')
    await ver('too much in a day', `${uma.em}/falar`, uma.pagina.cookie, {})

    const lidos = estados.map(([nome, resposta]) => {
      const html =
        resposta.headers['content-encoding'] === 'gzip' ? gunzipSync(resposta.rawPayload).toString() : resposta.body
      return { nome, bytes: naLinha(resposta), html }
    })
    for (const { nome, bytes, html } of lidos) {
      expect([nome, html.startsWith('<!doctype html>'), deFora(html)]).toEqual([nome, true, []])
      expect([nome, scriptDe(html) <= MAIOR_SCRIPT]).toEqual([nome, true])
      expect([nome, bytes <= PRIMEIRA_LEVA || bytes]).toEqual([nome, true])
    }
    expect(lidos.find(({ nome }) => nome.startsWith('all'))!.html.match(/<svg class="qr"/g)).toHaveLength(2)
  })
})
