import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { enviar, enviarCsv } from '#test/multipart.ts'
import { ANA, clientes, planilha, SOL, total } from '#test/planilha.ts'
import { test, type World } from '#test/world.ts'
import { type ErroAnotado, ErrosDaImportacao } from './erros.actions.ts'

const contar = async (world: World) => ({
  clientes: await total(world, 'cliente'),
  contas: await total(world, 'conta'),
})

describe('POST importar-csv, of what is wrong', () => {
  test('lands the good row among very many wrong ones, and lists all that is wrong', async ({ world }) => {
    const operador = await world.criarOperador()
    const errada = (i: number) => `Fulano ${i};1;x;;C-${i};T-${i};abc;ontem`
    const arquivo = planilha(...Array.from({ length: 26_000 }, (_, i) => errada(i)), SOL)
    const resposta = await enviarCsv(world, operador, arquivo)
    expect(resposta.statusCode, resposta.body.slice(0, 300)).toBe(200)
    const { importacao_id: id, erros, ...dito } = resposta.json()
    expect(dito).toMatchObject({ total_linhas: 26_001, importados: 1, total_erros: 104_000 })
    expect(erros).toHaveLength(1_000)
    expect(await contar(world)).toEqual({ clientes: 1, contas: 0 })
    const todos = await world.chamar(operador, 'GET', `/api/operador/importacoes/${id}/erros.csv`)
    expect(todos.body.trim().split('\r\n')).toHaveLength(104_001)
  })

  test('ends early when a whole file is wrong, and says which column to look at', async ({ world }) => {
    const operador = await world.criarOperador()
    const { importacao_id: id } = (await enviarCsv(world, operador, planilha(SOL))).json()
    const erros = new ErrosDaImportacao(world.db, id, { erros: 5, caracteres: 1_000 })
    const errado: Omit<ErroAnotado, 'linha'> = {
      campo: 'documento',
      causa: 'documento_errado',
      mensagem: 'Não confere.',
      nome: 'Ana',
      valor: '1',
      registro: '{}',
    }
    for (let linha = 2; linha < 7; linha++) await erros.anotar({ ...errado, linha })
    await expect(erros.anotar({ ...errado, linha: 7 })).rejects.toThrow(
      /^A importação parou com 6 problemas, e nada foi gravado\. O mais frequente, 6 vezes: Documento com dígito verificador errado/,
    )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from importacao_erro`.execute(world.db)
    expect(rows).toEqual([{ n: 6 }])
    const longos = new ErrosDaImportacao(world.db, id, { erros: 100, caracteres: 1_000 })
    await expect(longos.anotar({ ...errado, linha: 9, registro: JSON.stringify('x'.repeat(1_000)) })).rejects.toThrow(
      /parou com 1 /,
    )
  })

  test('bad rows are listed by line and field while good ones land', async ({ world }) => {
    const resposta = await enviarCsv(
      world,
      await world.criarOperador(),
      planilha(ANA, 'Errado;12345678900;;;;;;', ';529;12;;;;;', '', 'TOTAL;;;;;;1.234,56;'),
    )
    const { total_linhas, importados, erros, total_erros } = resposta.json()
    expect([total_linhas, importados, total_erros]).toEqual([3, 1, 4])
    expect(erros.map((e: { linha: number; campo: string }) => `${e.linha}:${e.campo}`)).toEqual([
      '3:documento',
      '4:nome',
      '4:documento',
      '4:telefone',
    ])
  })

  test('a bad telephone or e-mail is left out and listed; the customer comes in, and the row counts', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const arquivo = planilha(
      ANA.replace('(11) 98765-4321', '98765').replace('ana@exemplo.com.br', 'ana'),
      SOL,
      SOL.replace('Padaria Sol', 'Padaria Lua').replace('(21) 3333-0002', '3333;sol@exemplo.com.br').replace(/;$/, ''),
    )
    const { erros, ...resultado } = (await enviarCsv(world, operador, arquivo)).json()
    expect(resultado).toMatchObject({ total_linhas: 3, importados: 2, contas_criadas: 1, total_erros: 4 })
    expect(erros.map((e: { linha: number; campo: string }) => `${e.linha}:${e.campo}`)).toEqual([
      '2:telefone',
      '2:email',
      '4:telefone',
      '4:documento',
    ])
    expect(await clientes(world)).toMatchObject([
      { nome: 'Ana Lima', telefone: null, email: null, status: 'ativo' },
      { nome: 'Padaria Sol' },
    ])
    const csv = await world.chamar(operador, 'GET', `/api/operador/importacoes/${resultado.importacao_id}/erros.csv`)
    expect(csv.body.split('\r\n')).toHaveLength(6)
  })

  test('two files in one form are refused: neither is dropped without a word', async ({ world }) => {
    const segundo = { 'csv_file"; filename="outra.csv': planilha(SOL) }
    const resposta = await enviarCsv(world, await world.criarOperador(), planilha(ANA), '', segundo)
    expect([resposta.statusCode, resposta.json().errors]).toEqual([
      422,
      { csv_file: ['Vieram dois arquivos, e nenhum foi lido. Envie um de cada vez.'] },
    ])
    expect(await world.db.selectFrom('cliente').select('id').execute()).toEqual([])
  })

  noMesmoMundo.for([
    ['no known header', 'cor;peso\r\nazul;3\r\n', 422],
    ['only some of the headers', 'nome;telefone\r\nAna;1\r\n', 422],
    ['an empty file', '', 422],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 422],
    ['a workbook', Buffer.from('PK\x03\x04', 'latin1'), 422],
    ['NUL in the middle', planilha(ANA, 'A\0na;1;;;;;;'), 422],
    ['quotes never closed', `${planilha(ANA)}"Bia;1`, 422],
    ['more than 50 MiB', Buffer.alloc(50 * 1_048_576 + 1, 'a'), 413],
  ] as const)('%s is refused with a sentence and writes nothing', async ([, conteudo, status], { world }) => {
    const resposta = await enviarCsv(world, await world.criarOperador(), conteudo as Buffer)
    expect(resposta.statusCode).toBe(status)
    expect(resposta.json().message.length).toBeGreaterThan(10)
    if (status === 422) expect(Object.keys(resposta.json().errors)).toEqual(['csv_file'])
    expect(await contar(world)).toEqual({ clientes: 0, contas: 0 })
  })

  test('without the file, without a form, malformed', async ({ world }) => {
    const operador = await world.criarOperador()
    const url = '/api/operador/clientes/importar-csv'
    const outro = await enviar(world, operador, url, { campo: 'outro', conteudo: 'x' })
    expect([outro.statusCode, Object.keys(outro.json().errors)]).toEqual([422, ['csv_file']])
    expect((await world.chamar(operador, 'POST', url, { csv_file: 'x' })).statusCode).toBe(415)
    const autorizacao = { authorization: `Bearer ${operador.token}` }
    for (const contentType of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const resposta = await world.app.inject({
        method: 'POST',
        url,
        headers: { ...autorizacao, 'content-type': contentType },
        payload: '--x\r\nquebrado',
      })
      expect(resposta.statusCode).toBe(400)
    }
  })

  test('hostile text is only text', async ({ world }) => {
    const nome = `'; drop table cliente; -- <script>alert(1)</script> 😀`
    await enviarCsv(
      world,
      await world.criarOperador(),
      planilha(`"${nome}";52998224725;;;;;;`, `"=HYPERLINK(""http://x"")";11144477735;;;;;;`),
    )
    expect((await clientes(world)).map((cliente) => cliente.nome)).toEqual([nome, '=HYPERLINK("http://x")'])
  })
})
