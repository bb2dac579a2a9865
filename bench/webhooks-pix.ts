import type { AddressInfo } from 'node:net'
import { setTimeout as esperar } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { cifrar } from '#server/chaves/cifra.ts'
import { SEGREDOS_DO_PSP } from '#server/psp/provedor.ts'
import { abrirAplicacao, percentil } from './aplicacao.ts'
import { bancoDeMedida } from './banco.ts'

/*
 * How long a PSP waits for its 200, sent when the payment is stored, at a fixed rate of webhooks per second, each with a
 * different Pix. The sender runs in this process, so its cost is included.
 *   node bench/webhooks-pix.ts [webhooks, 10000] [per second, 1000]
 */
const QUANTOS = Number(process.argv[2] ?? 10_000)
const POR_SEGUNDO = Number(process.argv[3] ?? 1_000)
const AGORA = new Date('2026-11-24T13:00:00.000Z')
const SEGREDO = 'medida'
const DE_CADA_VEZ_MS = 10

const banco = await bancoDeMedida({ duravel: true })
const { app, db, chaveSecreta, fechar } = await abrirAplicacao(banco.url, AGORA)
const agent = new Agent({ connections: 128, pipelining: 1 })
try {
  await db
    .updateTable('recebimento')
    .set({
      psp_base_url: 'https://psp.example/v2',
      psp_token_url: 'https://psp.example/token',
      psp_client_id: 'medida',
      psp_webhook_segredo_cifrado: cifrar(chaveSecreta, SEGREDO, SEGREDOS_DO_PSP.psp_webhook_segredo_cifrado),
    })
    .execute()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/webhooks/pix/${SEGREDO}/pix`
  const tempos: number[] = []
  const avisar = async (i: number) => {
    const pix = { endToEndId: `E99999004202611241300${String(i).padStart(11, '0')}`, txid: `T${i}`, valor: '10.00' }
    const body = JSON.stringify({ pix: [{ ...pix, chave: '11222333000181', horario: AGORA.toISOString() }] })
    const inicio = performance.now()
    const headers = { 'content-type': 'application/json' }
    const resposta = await request(url, { method: 'POST', headers, body, dispatcher: agent })
    if (resposta.statusCode !== 200) throw new Error(`answered ${resposta.statusCode}`)
    await resposta.body.dump()
    tempos.push(performance.now() - inicio)
  }
  const inicio = performance.now()
  const pedidos: Promise<void>[] = []
  while (pedidos.length < QUANTOS) {
    const devidos = Math.min(QUANTOS, Math.floor(((performance.now() - inicio) / 1_000) * POR_SEGUNDO))
    while (pedidos.length < devidos) pedidos.push(avisar(pedidos.length))
    await esperar(DE_CADA_VEZ_MS)
  }
  await Promise.all(pedidos)
  const segundos = (performance.now() - inicio) / 1_000
  tempos.sort((a, b) => a - b)
  const { n } = await db
    .selectFrom('evento_recebido')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  console.log(
    `${n} of ${QUANTOS} stored in ${segundos.toFixed(1)} s, ${Math.round(QUANTOS / segundos)} a second; ` +
      `200 after a median of ${Math.round(percentil(tempos, 0.5))} ms, 99 % within ${Math.round(percentil(tempos, 0.99))} ms`,
  )
} finally {
  await agent.close()
  await fechar()
  await banco.fechar()
}
