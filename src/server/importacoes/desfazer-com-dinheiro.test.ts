import { expect } from 'vitest'
import { julgar, registrar, ver } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umPix } from '#test/movimento.ts'
import { enviarCsv } from '#test/multipart.ts'

const CABECALHO = 'nome;documento;conta_numero;valor;vencimento\r\n'
const BIA = 'Bia;11144477735;T-3;70,00;10/12/2026\r\n'
const ANA = { nome: 'Ana Souza', documento: '52998224725' }

test('what an undone import explained of a credit is suggested no more: no part of it is applied for the whole', async ({
  world,
}) => {
  const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
  await world.criarCliente(ANA, [{ valor_centavos: 10_000, vencimento: '2026-12-10' }])
  const { importacao_id } = (
    await enviarCsv(world, operador, `${CABECALHO}Ana Souza;52998224725;T-2;200,00;10/12/2026\r\n${BIA}`)
  ).json()
  const [soma, conta, daNova] = await registrar(
    world,
    umPix(world, { valorCentavos: 30_000, pagador: ANA }),
    umPix(world, { valorCentavos: 20_000, pagador: ANA }),
    umPix(world, { valorCentavos: 7_000, pagador: { nome: 'Bia', documento: '11144477735' } }),
  )
  await julgar(world)
  for (const id of [soma!, conta!, daNova!])
    expect((await ver(world, id)).sugestoes[0]).toMatchObject({ certeza: 'alta', acao: 'aplicar' })

  const desfeita = await world.chamar(operador, 'POST', `/api/operador/importacoes/${importacao_id}/desfazer`, {})
  expect(desfeita.statusCode).toBe(200)
  expect(await ver(world, daNova!)).toMatchObject({ situacao: 'novo', sugestoes: [] })
  const aplicar = async () =>
    (await world.chamar(admin, 'POST', '/api/admin/conciliacao/aplicar-sugestoes', { ids: [soma, conta] })).json().data
  const indecisos = [
    { id: soma, erro: expect.any(String) },
    { id: conta, erro: expect.any(String) },
  ]
  // Neither at once nor after they were judged again, which is told to be done now.
  expect(await aplicar()).toMatchObject(indecisos)
  await julgar(world)
  expect(await aplicar()).toMatchObject(indecisos)
  for (const id of [soma!, conta!]) {
    const um = await ver(world, id)
    expect(um).toMatchObject({ situacao: 'sugerido', aplicado: 0, credito: 0 })
    expect(um.sugestoes[0]).toMatchObject({
      certeza: 'media',
      contas: [{ numero: expect.not.stringContaining('T-2') }],
    })
  }
})
