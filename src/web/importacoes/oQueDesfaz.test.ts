import { expect, test } from 'vitest'
import { ErroDaApi, SEM_NOTICIA } from '#web/api/erro.ts'
import { oQueDesfaz, tituloDaRecusa } from './oQueDesfaz.ts'

const dizer = (resultado: Record<string, unknown> | null) => oQueDesfaz({ arquivo: 'a.csv', resultado })

test.each([
  [{ importados: 2, contas_criadas: 3, atualizados: 0 }, 'Saem 2 clientes e 3 contas que a.csv criou.'],
  [
    { importados: 0, contas_criadas: 1, atualizados: 1 },
    'Sai 1 conta que a.csv criou. 1 cadastro volta a ser como antes.',
  ],
  [{ clientes_criados: 1, contas_criadas: 3, contas_atualizadas: 0 }, 'Saem 1 cliente e 3 contas que a.csv criou.'],
  [{ clientes_criados: 0, contas_criadas: 0, contas_atualizadas: 2 }, '2 contas voltam a ser como antes.'],
  [null, 'O que a.csv criou sai, e o que mudou volta a ser como era.'],
])('what undoing takes back: %j', (resultado, frase) => {
  expect(dizer(resultado)).toBe(frase)
})

test('what was taken back, once it is undone', () => {
  const resultado = { importados: 0, contas_criadas: 3, atualizados: 1 }
  expect(oQueDesfaz({ arquivo: 'a.csv', resultado }, 'feito')).toBe(
    'Saíram 3 contas que a.csv criou. 1 cadastro voltou a ser como antes.',
  )
})

test.each([
  [new ErroDaApi(SEM_NOTICIA), 'Desfazer ficou sem confirmação'],
  [new ErroDaApi('Uma conta já foi paga.', 409), 'Não dá para desfazer'],
])('only a refusal says that it cannot be undone: %s', (erro, titulo) => {
  expect(tituloDaRecusa(erro)).toBe(titulo)
})
