import { describe, expect } from 'vitest'
import { CAMPOS_DO_CADASTRO, type CampoDoCadastro } from '#domain/alteracao.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviarCsv, enviarXml } from '#test/multipart.ts'
import { criarNota } from '#test/nota.ts'
import type { Pessoa, World } from '#test/world.ts'

/** As a spreadsheet writes it, and as it is kept. */
const VALORES: Record<CampoDoCadastro, readonly { escrito: string; guardado: string }[]> = {
  nome: ['Ana Lima', 'Ana Souza'].map((nome) => ({ escrito: nome, guardado: nome })),
  telefone: [
    { escrito: '(11) 98765-4321', guardado: '+5511987654321' },
    { escrito: '(21) 91234-5678', guardado: '+5521912345678' },
  ],
  email: ['ana@exemplo.com.br', 'souza@exemplo.com.br'].map((email) => ({ escrito: email, guardado: email })),
  codigo_externo: ['C-1', 'C-2'].map((codigo) => ({ escrito: codigo, guardado: codigo })),
  uf: [
    { escrito: 'São Paulo', guardado: 'SP' },
    { escrito: 'rj', guardado: 'RJ' },
  ],
  municipio: ['Campinas', 'Santos'].map((municipio) => ({ escrito: municipio, guardado: municipio })),
}
const DOCUMENTO = '52998224725'

/** One row of that customer with nothing but this field, and a name. */
const linha = (campo: CampoDoCadastro, valor: string) => {
  const celulas = { nome: 'Ana Lima', documento: DOCUMENTO, [campo]: valor }
  return [Object.keys(celulas).join(';'), Object.values(celulas).join(';')]
}
const importar = async (world: World, pessoa: Pessoa, linhas: string[], query = '') => {
  const resposta = await enviarCsv(world, pessoa, `${linhas.join('\r\n')}\r\n`, query)
  expect(resposta.statusCode, resposta.body).toBe(200)
  return resposta.json()
}
const guardado = async (world: World, campo: CampoDoCadastro) =>
  (
    await world.db
      .selectFrom('cliente')
      .select(['id', campo])
      .where('documento', '=', DOCUMENTO)
      .executeTakeFirstOrThrow()
  )[campo]
const desfazer = (world: World, pessoa: Pessoa, id: number) =>
  world.chamar(pessoa, 'POST', `/api/operador/importacoes/${id}/desfazer`, {})

describe.for(CAMPOS_DO_CADASTRO)('%s, brought by a spreadsheet', (campo) => {
  const [um, outro] = VALORES[campo] as [{ escrito: string; guardado: string }, { escrito: string; guardado: string }]

  test('is written, stays where the cell is empty, is changed, and given back when that is undone', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    expect(await importar(world, ana, linha(campo, um.escrito))).toMatchObject({ importados: 1, erros: [] })
    expect(await guardado(world, campo)).toBe(um.guardado)
    await importar(world, ana, ['nome;documento', `Ana Lima;${DOCUMENTO}`])
    expect(await guardado(world, campo)).toBe(um.guardado)
    const { importacao_id, atualizados } = await importar(world, ana, linha(campo, outro.escrito))
    expect([atualizados, await guardado(world, campo)]).toEqual([1, outro.guardado])
    expect(await importar(world, ana, linha(campo, outro.escrito))).toMatchObject({ atualizados: 0, ignorados: 1 })
    expect((await desfazer(world, ana, importacao_id)).statusCode).toBe(200)
    expect(await guardado(world, campo)).toBe(um.guardado)
  })

  test('contradicts an earlier row of the same file', async ({ world }) => {
    const [titulos, primeira] = linha(campo, um.escrito)
    const [, segunda] = linha(campo, outro.escrito)
    const { erros } = await importar(world, await world.criarOperador(), [titulos!, primeira!, segunda!])
    // A code of the second row is taken from nobody: it is the same customer's.
    expect(erros).toMatchObject([{ linha: 3, campo: 'documento' }])
    expect(await guardado(world, campo)).toBe(um.guardado)
  })

  test('that a person changed since keeps the import from being undone', async ({ world }) => {
    const ana = await world.criarOperador()
    const { importacao_id } = await importar(world, ana, linha(campo, um.escrito))
    await world.db
      .updateTable('cliente')
      .set({ [campo]: outro.guardado })
      .execute()
    expect((await desfazer(world, ana, importacao_id)).statusCode).toBe(409)
  })

  test('fills in what another operator’s customer lacks, and waits where it differs', async ({ world }) => {
    const [bia, caio] = [await world.criarOperador(), await world.criarOperador()]
    await importar(world, bia, ['nome;documento', `Ana Lima;${DOCUMENTO}`], '?vincular=1')
    await importar(world, caio, linha(campo, um.escrito))
    expect(await guardado(world, campo)).toBe(um.guardado)
    await importar(world, caio, linha(campo, outro.escrito))
    expect(await guardado(world, campo)).toBe(um.guardado)
    const pendentes = await world.db.selectFrom('importacao_alteracao').select(['campo', 'de', 'para']).execute()
    expect(pendentes).toEqual([{ campo, de: um.guardado, para: outro.guardado }])
  })
})

test('a note fills in where a customer is, and taking it back empties it again', async ({ world }) => {
  const ana = await world.criarOperador()
  await importar(world, ana, ['nome;documento', `Ana Lima;${DOCUMENTO}`])
  const nota = criarNota({ numero: 1, cliente: { documento: DOCUMENTO, uf: 'SP', municipio: 'Campinas' } })
  const { importacao_id } = (await enviarXml(world, ana, nota)).json()
  expect([await guardado(world, 'uf'), await guardado(world, 'municipio')]).toEqual(['SP', 'Campinas'])
  expect((await desfazer(world, ana, importacao_id)).statusCode).toBe(200)
  expect([await guardado(world, 'uf'), await guardado(world, 'municipio')]).toEqual([null, null])
})
