import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviarCsv, enviarXml } from '#test/multipart.ts'
import { criarNota } from '#test/nota.ts'
import { ANA, CABECALHO, clientes, planilha, SOL } from '#test/planilha.ts'
import type { Pessoa } from '#test/world.ts'
import { encerrarInterrompidas } from './andamento.actions.ts'
import { esquecerEnsaios } from './erros.actions.ts'

describe('importacoes', () => {
  test("lists one's own with their figures, shows one, and hides another's", async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    await enviarCsv(world, ana, planilha(SOL), '?simular=1')
    const { importacao_id: id } = (await enviarCsv(world, ana, planilha(ANA, SOL, 'x;y;;;;;;'))).json()
    const lista = (await world.chamar(ana, 'GET', '/api/operador/importacoes')).json()
    expect(lista).toMatchObject({
      total: 1,
      data: [
        {
          id,
          tipo: 'csv',
          arquivo: 'clientes.csv',
          usuario: { id: ana.id },
          situacao: 'concluida',
          lidas: 3,
          resultado: { importados: 2, erros: 1 },
        },
      ],
    })
    expect((await world.chamar(ana, 'GET', '/api/operador/importacoes?busca=CLIENTES%25')).json().total).toBe(0)
    expect((await world.chamar(ana, 'GET', `/api/operador/importacoes/${id}`)).json()).toMatchObject({
      resultado: { erros: [{ linha: 4 }] },
    })
    for (const caminho of ['', '/erros.csv'])
      expect((await world.chamar(bia, 'GET', `/api/operador/importacoes/${id}${caminho}`)).statusCode).toBe(404)
    expect((await world.chamar(bia, 'POST', `/api/operador/importacoes/${id}/desfazer`)).statusCode).toBe(404)
    expect((await world.chamar(bia, 'GET', '/api/operador/importacoes')).json().total).toBe(0)
  })

  test('erros.csv gives every error with its row, safe to open in a spreadsheet, and may be sent again', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const { importacao_id: id } = (
      await enviarCsv(world, operador, planilha('=cmd();1;;;;;;', 'Bia;11144477735;12;;;;;'))
    ).json()
    const resposta = await world.chamar(operador, 'GET', `/api/operador/importacoes/${id}/erros.csv`)
    expect(resposta.headers['content-disposition']).toContain(`erros-importacao-${id}.csv`)
    const linhas = resposta.body.replace('\ufeff', '').trim().split('\r\n')
    expect(linhas[0]).toBe(
      '"linha";"campo";"mensagem";"nome";"documento";"telefone";"email";"codigo_externo";"conta_numero";"valor";"vencimento"',
    )
    expect(linhas[1]).toContain(`"'=cmd()"`)
    expect(linhas).toHaveLength(3)
    const corrigido = resposta.body.replace(';"12";', ';"11987654321";').replace(';"1";', ';"52998224725";')
    expect((await enviarCsv(world, operador, corrigido)).json()).toMatchObject({ importados: 2, erros: [] })
    expect((await clientes(world)).map((cliente) => cliente.nome)).toEqual(['=cmd()', 'Bia'])
  })

  test('erros.csv has of a contradicting row all that was read of it, in the order of the file', async ({ world }) => {
    const operador = await world.criarOperador()
    const outra = 'Ana Lima;529.982.247-25;(11) 98765-4321;ana@exemplo.com.br;C-1;T-1;99,00;11/12/2026'
    const { importacao_id: id, erros } = (await enviarCsv(world, operador, planilha(ANA, outra))).json()
    expect(erros).toMatchObject([{ linha: 3, causa: 'conta_repetida' }])
    const { body } = await world.chamar(operador, 'GET', `/api/operador/importacoes/${id}/erros.csv`)
    const [titulos, linha] = body.replace('\ufeff', '').split('\r\n')
    expect(titulos).toBe(
      '"linha";"campo";"mensagem";"nome";"documento";"telefone";"email";"codigo_externo";"conta_numero";"valor";"vencimento"',
    )
    expect(linha).toMatch(
      /"Ana Lima";"52998224725";"\(11\) 98765-4321";"ana@exemplo\.com\.br";"C-1";"T-1";"99,00";"11\/12\/2026"$/,
    )
    const corrigido = body.replace('"T-1"', '"T-2"')
    expect((await enviarCsv(world, operador, corrigido)).json()).toMatchObject({ contas_criadas: 1, erros: [] })
  })

  test('erros.csv by row: each row once, with all that is wrong with it, wherever a page ends', async ({ world }) => {
    const operador = await world.criarOperador()
    const ruins = Array.from({ length: 700 }, (_, i) => `Cliente ${i};${i};12;;;;;`)
    const { importacao_id: id } = (await enviarCsv(world, operador, planilha(...ruins))).json()
    const linhasDe = async (resto: string) =>
      (await world.chamar(operador, 'GET', `/api/operador/importacoes/${id}/erros.csv${resto}`)).body
        .trim()
        .split('\r\n')
    expect(await linhasDe('')).toHaveLength(1 + 1400)
    const porLinha = await linhasDe('?por_linha=1')
    expect(porLinha).toHaveLength(1 + 700)
    expect(porLinha[500]).toMatch(/^"501";"documento, telefone";".+";"Cliente 499";"499";"12";/)
    expect(new Set(porLinha).size).toBe(701)
  })

  test('ten thousand bad rows: the first thousand are answered, all of them downloaded', async ({ world }) => {
    const operador = await world.criarOperador()
    const {
      importacao_id: id,
      causas,
      erros,
      total_erros,
    } = (
      await enviarCsv(world, operador, planilha(...Array.from({ length: 10_000 }, (_, i) => `Cliente ${i};${i};;;;;;`)))
    ).json()
    expect([erros.length, erros[0].linha, erros[999].linha, total_erros]).toEqual([1000, 2, 1001, 10_000])
    expect(causas).toEqual([{ causa: 'documento_errado', total: 10_000 }])
    expect(erros[0]).toMatchObject({ campo: 'documento', causa: 'documento_errado', nome: 'Cliente 0', valor: '0' })
    const csv = (await world.chamar(operador, 'GET', `/api/operador/importacoes/${id}/erros.csv`)).body
    expect(csv.trim().split('\r\n')).toHaveLength(10_001)
  })

  test('a running import is shown to its user, simulations too, and is not listed as past', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const linha = {
      tipo: 'csv' as const,
      arquivo: 'grande.csv',
      usuario_id: ana.id,
      simulada: true,
      lidas: 2000,
      criada_em: world.relogio.agora(),
    }
    await world.db
      .insertInto('importacao')
      .values([
        { ...linha, situacao: 'processando' },
        { ...linha, situacao: 'concluida' },
      ])
      .execute()
    const andamento = async (quem: Pessoa) =>
      (await world.chamar(quem, 'GET', '/api/operador/importacoes/andamento')).json().data
    const [esta] = await andamento(ana)
    expect(esta).toMatchObject({ arquivo: 'grande.csv', lidas: 2000, simulada: true })
    expect(await andamento(bia)).toEqual([])
    expect((await world.chamar(ana, 'GET', '/api/operador/importacoes')).json().total).toBe(0)
    await world.db.updateTable('importacao').set({ simulada: false }).where('id', '=', esta.id).execute()
    const desfeita = await world.chamar(ana, 'POST', `/api/operador/importacoes/${esta.id}/desfazer`)
    expect([desfeita.statusCode, desfeita.json().codigo]).toEqual([409, 'importacao_em_andamento'])
  })

  test('the answer of an import, and its report, are declared as JSON', async ({ world }) => {
    const operador = await world.criarOperador()
    for (const enviado of [
      await enviarXml(world, operador, criarNota({ numero: 1 })),
      await enviarCsv(world, operador, planilha(ANA)),
    ]) {
      const lida = await world.chamar(operador, 'GET', `/api/operador/importacoes/${enviado.json().importacao_id}`)
      for (const { headers } of [enviado, lida]) expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  test('template-csv is the header alone', async ({ world }) => {
    const resposta = await world.chamar(await world.criarOperador(), 'GET', '/api/operador/clientes/template-csv')
    expect(resposta.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="template_clientes.csv"',
    })
    expect(resposta.body).toBe(`\ufeff${CABECALHO}\r\n`)
  })

  test('of a rehearsal, and of a file that failed, no row is kept for longer than a week', async ({ world }) => {
    const operador = await world.criarOperador()
    const ruim = planilha(ANA, 'Bia Secreta;1;;;;;;')
    const deQuantos = async () => {
      const { rows } = await sql<{ n: number }>`
        select importacao_id as id, count(*)::int as n from importacao_erro group by 1 order by 1`.execute(world.db)
      return rows.map(({ n }) => n)
    }
    const { importacao_id: ensaio } = (await enviarCsv(world, operador, ruim, '?simular=1')).json()
    await enviarCsv(world, operador, ruim)
    world.relogio.passar({ dias: 6 })
    await esquecerEnsaios(world.db, world.relogio.agora())
    expect(await deQuantos()).toEqual([1, 1])
    world.relogio.passar({ dias: 2 })
    await esquecerEnsaios(world.db, world.relogio.agora())
    expect(await deQuantos()).toEqual([1])
    const { rows } = await sql<{ texto: string }>`
      select i::text as texto from importacao i where id = ${ensaio}`.execute(world.db)
    expect(rows[0]!.texto).not.toMatch(/Secreta/)
    const { rows: feitas } = await sql<{ texto: string }>`
      select resultado::text as texto from importacao where not simulada`.execute(world.db)
    expect(feitas[0]!.texto).toMatch(/Secreta/)
  })

  test('what a crash interrupted is ended, and what runs is left alone', async ({ world }) => {
    const operador = await world.criarOperador()
    const linha = {
      tipo: 'csv' as const,
      arquivo: 'x.csv',
      usuario_id: operador.id,
      situacao: 'processando' as const,
      criada_em: world.relogio.agora(),
    }
    const [morta, viva] = await world.db.insertInto('importacao').values([linha, linha]).returning('id').execute()
    await world.db.connection().execute(async (conexao) => {
      const { sql } = await import('kysely')
      await sql`select pg_advisory_lock(hashtextextended(${`importacao:${viva!.id}`}, 0))`.execute(conexao)
      expect(await encerrarInterrompidas(world.db, world.relogio.agora())).toBe(1)
      await sql`select pg_advisory_unlock_all()`.execute(conexao)
    })
    const situacoes = await world.db.selectFrom('importacao').select(['id', 'situacao']).orderBy('id').execute()
    expect(situacoes).toEqual([
      { id: morta!.id, situacao: 'falhou' },
      { id: viva!.id, situacao: 'processando' },
    ])
  })
})
