import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { digitoDaChave } from '#domain/chave-acesso.ts'
import { clientes, contas, frase, importar, nada } from '#test/importar-notas.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { chaveDe, criarCancelamento, criarNota } from '#test/nota.ts'
import { comPagamento } from '#test/pagamentos.ts'
import { criarZip } from '#test/zip.ts'

const NFSE = readFileSync(new URL('../../../test/samples/nfe/22-nfse-nacional.xml', import.meta.url), 'utf8')

describe('cancellations', () => {
  const numero = 50
  const chave = chaveDe({ numero })
  const nota = criarNota({
    numero,
    parcelas: ['1', '2', '3', '4'].map((n) => ({ numero: n, vencimento: '2026-12-03', valor: '25.00' })),
  })

  test('cancel open accounts, keep paid ones, and list what to check', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, nota)
    const [, paga, parcial, cancelada] = await contas(world)
    await comPagamento(world, operador, paga!.id, 25)
    await comPagamento(world, operador, parcial!.id, 10)
    await world.db
      .updateTable('conta')
      .set({ situacao: 'cancelada', motivo_cancelamento: 'Engano' })
      .where('id', '=', cancelada!.id)
      .execute()
    const resultado = await importar(world, operador, criarCancelamento(chave))
    expect(resultado).toMatchObject({
      ...nada,
      documentos: 1,
      contas_atualizadas: 2,
      avisos: [
        { chave_nfe: chave, mensagem: frase(/já estava paga/) },
        { chave_nfe: chave, mensagem: frase(/parte já paga/) },
      ],
    })
    const pelaNota = 'A nota fiscal foi cancelada.'
    const depois = await world.db.selectFrom('conta').selectAll().orderBy('id').execute()
    expect(
      depois.map((conta) => [conta.situacao, conta.pago_centavos, conta.nota_cancelada, conta.motivo_cancelamento]),
    ).toEqual([
      ['cancelada', 0, true, pelaNota],
      ['paga', 2500, true, null],
      ['cancelada', 1000, true, pelaNota],
      ['cancelada', 0, true, 'Engano'],
    ])
    const { rows } = await sql`select from log where acao = 'conta.cancelar'`.execute(world.db)
    expect(rows).toHaveLength(2)
    expect(await clientes(world)).toMatchObject([{ status: 'concluido', contas_abertas: 0, aberto_centavos: 0 }])
    for (const query of ['?simular=1', ''])
      expect(await importar(world, operador, criarCancelamento(chave), { query })).toMatchObject({
        ...{ ...nada, cancelamentos: 0 },
      })
    expect(await importar(world, operador, nota)).toMatchObject({ contas_criadas: 0 })
  })

  test('says of what a fulfilled agreement paid that there may be something to give back', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, nota, { query: '?vincular=1' })
    const [primeira, segunda] = await contas(world)
    const acordar = async (id: number) => {
      const corpo = { contas: [id], parcelas: 1, primeiro_vencimento: '2026-12-03' }
      const url = `/api/operador/clientes/${primeira!.cliente_id}/negociacoes`
      expect((await world.chamar(operador, 'POST', url, corpo)).statusCode).toBe(201)
      return (await contas(world)).at(-1)!.id
    }
    await comPagamento(world, operador, await acordar(primeira!.id), 25)
    await acordar(segunda!.id)
    const { avisos } = await importar(world, operador, criarCancelamento(chave))
    expect(avisos.map(({ mensagem }) => mensagem)).toEqual([
      frase(/parcela 1: já foi paga, por um acordo cumprido. Veja se há o que devolver/),
      frase(/parcela 2: está em um acordo. Se o acordo acabar, ela volta cancelada/),
    ])
  })

  test('before the note: kept, and the note that comes later is refused', async ({ world }) => {
    const operador = await world.criarOperador()
    expect(await importar(world, operador, criarCancelamento(chave))).toMatchObject({
      ...nada,
      avisos: [{ mensagem: frase(/guardado/) }],
    })
    expect(await importar(world, operador, nota)).toMatchObject({
      ...nada,
      erros: [{ chave_nfe: chave, mensagem: frase(/cancelada/) }],
    })
    expect([await contas(world), await clientes(world)]).toEqual([[], []])
  })

  const mesmoEnvio: [string, string[]][] = [
    ['the note, then its cancellation', [nota, criarCancelamento(chave)]],
    ['the cancellation, then its note', [criarCancelamento(chave), nota]],
    ['the note, then itself with protocol 101', [nota, criarNota({ numero, protocolo: '101' })]],
    ['itself with protocol 101, then the note', [criarNota({ numero, protocolo: '101' }), nota]],
  ]
  test.for(mesmoEnvio)(
    'in one zip, %s: nothing is to be received, simulated or not, and it is undone',
    async ([, dados], { world }) => {
      const operador = await world.criarOperador()
      const zip = criarZip(dados.map((um, i) => ({ nome: `${i}.xml`, dados: um })))
      const simulado = await importar(world, operador, zip, { query: '?simular=1' })
      const feito = await importar(world, operador, zip)
      expect({ ...simulado, importacao_id: 0 }).toEqual({ ...feito, importacao_id: 0 })
      expect(feito).toMatchObject({
        contas_criadas: 0,
        contas_atualizadas: 0,
        clientes_criados: 0,
        valor_total: 0,
        cancelamentos: 1,
      })
      expect(feito.erros).toContainEqual(expect.objectContaining({ chave_nfe: chave, mensagem: frase(/cancelada/) }))
      expect([await contas(world), await clientes(world)]).toEqual([[], []])
      const url = `/api/operador/importacoes/${feito.importacao_id}/desfazer`
      expect((await world.chamar(operador, 'POST', url)).statusCode).toBe(200)
      expect(await importar(world, operador, nota)).toMatchObject({ contas_criadas: 4 })
    },
  )

  test('told by several imports, it outlives the undoing of any, and falls with the first once the others are undone', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, nota)
    const [primeira, segunda, terceira] = [
      await importar(world, operador, criarCancelamento(chave)),
      await importar(world, operador, criarCancelamento(chave)),
      await importar(world, operador, criarCancelamento(chave)),
    ]
    const desfazer = async ({ importacao_id }: { importacao_id: number }) => {
      const resposta = await world.chamar(operador, 'POST', `/api/operador/importacoes/${importacao_id}/desfazer`)
      return [resposta.statusCode, resposta.json().codigo, (await contas(world))[0]!.situacao]
    }
    expect(await desfazer(primeira)).toEqual([409, 'importacao_em_uso', 'cancelada'])
    expect(await desfazer(segunda)).toEqual([200, undefined, 'cancelada'])
    expect(await desfazer(primeira)).toEqual([409, 'importacao_em_uso', 'cancelada'])
    expect(await desfazer(terceira)).toEqual([200, undefined, 'cancelada'])
    expect(await importar(world, operador, nota)).toMatchObject({ erros: [{ mensagem: frase(/cancelada/) }] })
    expect(await desfazer(primeira)).toEqual([200, undefined, 'aberta'])
  })

  test('told first by the import that began last, it outlives the undoing of that one', async ({ world }) => {
    const operador = await world.criarOperador()
    const comecadaComo = (id: number) => world.comoDono(`alter sequence importacao_id_seq restart with ${id}`)
    await comecadaComo(20)
    const { importacao_id: ultima } = await importar(world, operador, criarCancelamento(chave))
    await comecadaComo(10)
    await importar(world, operador, criarCancelamento(chave))
    const resposta = await world.chamar(operador, 'POST', `/api/operador/importacoes/${ultima}/desfazer`)
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'importacao_em_uso'])
    expect(await importar(world, operador, nota)).toMatchObject({ erros: [{ mensagem: frase(/cancelada/) }] })
  })

  test('a note that says itself it is cancelled cancels what was imported of it', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, nota)
    expect(await importar(world, operador, criarNota({ numero, protocolo: '101' }))).toMatchObject({
      contas_atualizadas: 4,
      erros: [{ mensagem: frase(/cancelada/) }],
    })
    expect((await contas(world)).every((conta) => conta.situacao === 'cancelada')).toBe(true)
  })

  /** The sample's NFS-e, with another number. */
  const chaveDoServico = (n: number, acaso = '123456789') => {
    const corpo = `35503081211222333000181${String(n).padStart(13, '0')}2611${acaso}`
    return `${corpo}${digitoDaChave(corpo)}`
  }
  const servico = (n: number, substitui?: string, acaso?: string) =>
    NFSE.replaceAll(/NFS\d{50}/g, `NFS${chaveDoServico(n, acaso)}`)
      .replace('<nNFSe>22<', `<nNFSe>${n}<`)
      .replace('<prest>', substitui ? `<subst><chSubstda>${substitui}</chSubstda></subst><prest>` : '<prest>')
  const aceitar = { aceitar: 'sem_vencimento', dias: 30 }

  test('an NFS-e takes the place of the one that it names', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, servico(31), aceitar)
    expect(await importar(world, operador, servico(32, chaveDoServico(31)))).toMatchObject({
      cancelamentos: 0,
      pendencias: [{ motivo: 'sem_vencimento' }],
    })
    expect((await contas(world)).map((conta) => conta.situacao)).toEqual(['aberta'])
    expect(await importar(world, operador, servico(32, chaveDoServico(31)), aceitar)).toMatchObject({
      contas_criadas: 1,
      cancelamentos: 1,
    })
    expect((await contas(world)).map((conta) => conta.situacao)).toEqual(['cancelada', 'aberta'])
  })

  test('an NFS-e refused because its number came under another key takes the place of nothing', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, servico(31), aceitar)
    await importar(world, operador, servico(32), aceitar)
    const outra = servico(32, chaveDoServico(31), '987654321')
    for (const query of ['?simular=1', ''])
      expect(await importar(world, operador, outra, { ...aceitar, query })).toMatchObject({
        ...nada,
        cancelamentos: 0,
        erros: [{ mensagem: frase(/outra chave/) }],
      })
    expect((await contas(world)).map((conta) => conta.situacao)).toEqual(['aberta', 'aberta'])
    const zip = criarZip(
      [servico(33), servico(34), servico(34, chaveDoServico(33), '987654321')].map((dados, i) => ({
        nome: `${i}.xml`,
        dados,
      })),
    )
    for (const query of ['?simular=1', ''])
      expect(await importar(world, operador, zip, { ...aceitar, query })).toMatchObject({
        contas_criadas: 2,
        cancelamentos: 0,
        erros: [{ mensagem: frase(/já importada neste envio, com outra chave/) }],
      })
  })
})
