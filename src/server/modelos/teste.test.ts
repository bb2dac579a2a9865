import { sql } from 'kysely'
import { expect } from 'vitest'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { ligarSemModelos } from '#test/modelos.ts'
import { pagar } from '#test/pagamentos.ts'

const base = '/api/admin/configuracoes/mensagens'

test('a test goes to a phone of nobody, once the template is approved, and is no message of any customer', async ({
  world,
}) => {
  const palco = await ligarSemModelos(world)
  const admin = await world.criarAdmin()
  const testar = (telefone: string) => world.chamar(admin, 'POST', `${base}/atraso/teste`, { telefone })
  await world.chamar(admin, 'POST', `${base}/sincronizar`, {})
  expect((await testar('(19) 98812-4470')).json().codigo).toBe('modelo_nao_aprovado')
  await palco.passar(60_000)
  await world.chamar(admin, 'POST', `${base}/sincronizar`, {})

  const enviado = await testar('(19) 98812-4470')
  expect([enviado.statusCode, enviado.json().telefone]).toEqual([200, '(19) 98812-4470'])
  expect(palco.emulador.aparelho('+5519988124470').mensagens.at(-1)?.texto).toBe(enviado.json().conteudo)
  expect(await world.db.selectFrom('mensagem').select('id').execute()).toEqual([])
  const logs = await world.db.selectFrom('log').select('dados').where('acao', '=', 'modelo.testar').execute()
  expect(JSON.stringify(logs)).not.toContain('98812')

  await world.criarCliente({ telefone: '+5511987650001' })
  expect((await testar('11 98765-0001')).json().codigo).toBe('telefone_de_cliente')
  expect((await testar('123456789')).statusCode).toBe(422)
  await palco.fechar()
})

test('each text is shown with a customer in the situation it speaks of, or made up for it', async ({ world }) => {
  const admin = await world.criarAdmin()
  const ver = async (busca = '') => (await world.chamar(admin, 'GET', `${base}/exemplo${busca}`)).json()
  expect(await ver()).toMatchObject({
    clientes: { atraso: null, lembrete: null },
    valores: {
      atraso: { primeiro_nome: 'Marlene', vencimento: '19/11/2026' },
      lembrete: { vencimento: '27/11/2026', dias_atraso: '0' },
    },
  })

  const { id: atrasado } = await world.criarCliente({ nome: 'Edson Luiz Pacheco' }, [{ vencimento: '2026-11-10' }])
  const { id: aVencer } = await world.criarCliente({ nome: 'Rita de Cássia Lima' }, [{ vencimento: '2026-12-10' }])
  const { id: deHoje } = await world.criarCliente({ nome: 'Sueli Ramos' }, [{ vencimento: '2026-11-24' }])
  const { id: antigo } = await world.criarCliente({ nome: 'Jorge Dias' }, [{ vencimento: '2026-09-10' }])
  const { clientes, valores } = await ver()
  expect(clientes).toMatchObject({
    lembrete: { id: aVencer, na_situacao: true },
    vencimento: { id: deHoje },
    atraso: { id: atrasado },
    atraso_grave: { id: antigo },
    parcela: null,
    pagamento: null,
  })
  expect(valores).toMatchObject({
    lembrete: { primeiro_nome: 'Rita', vencimento: '10/12/2026', dias_atraso: '0' },
    atraso: { vencimento: '10/11/2026' },
  })
  // For a named customer: its values, and that it is not in the template's situation.
  expect(await ver(`?cliente_id=${atrasado}`)).toMatchObject({
    cliente: { id: atrasado },
    clientes: { lembrete: { id: atrasado, na_situacao: false }, atraso: { na_situacao: true } },
    valores: { lembrete: { primeiro_nome: 'Edson' } },
  })
  expect((await world.chamar(admin, 'GET', `${base}/exemplo?cliente_id=999999`)).statusCode).toBe(404)
})

test('what thanks for a payment is shown with the last one that settled everything', async ({ world }) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const { contas } = await world.criarCliente({ nome: 'Vera Moreira', operador_id: ana.id }, [
    { valor_centavos: 12_345 },
  ])
  await pagar(world, ana, contas[0]!, 123.45)
  const { id } = await world.db.selectFrom('pagamento').select('id').executeTakeFirstOrThrow()
  // Recorded later, and taken back: it settled nothing.
  await sql`insert into pagamento (cliente_id, valor_centavos, pago_em, forma, criado_em, estornado_em, motivo_estorno)
    select cliente_id, 1, pago_em, forma, criado_em + interval '1 minute', criado_em + interval '2 minutes', 'Engano' from pagamento where id = ${id}`.execute(
    world.db,
  )
  const { clientes, valores } = (await world.chamar(admin, 'GET', `${base}/exemplo`)).json()
  expect(clientes.pagamento).toMatchObject({ nome: 'Vera Moreira', na_situacao: true })
  expect(valores.pagamento.valor).toBe('R$ 123,45')
})

test('every version is kept, the latest first, with who wrote it', async ({ world }) => {
  const admin = await world.criarAdmin()
  const texto = 'Olá, {{nome}}! Um texto novo de lembrete da {{empresa}}, por favor confira com atenção.'
  await world.chamar(admin, 'PUT', `${base}/lembrete`, { texto })
  const { data } = (await world.chamar(admin, 'GET', `${base}/lembrete/versoes`)).json()
  expect(data.map((v: { versao: number; autor: object | null }) => [v.versao, v.autor !== null])).toEqual([
    [2, true],
    [1, false],
  ])
  expect((await world.chamar(admin, 'GET', `${base}/outro/versoes`)).statusCode).toBe(404)
})
