import { expect, test } from 'vitest'
import { EMPRESA_SEM_NOME } from '#domain/empresa.ts'
import { type Fatos, primeirosPassos } from './primeiros.ts'

const vazia: Fatos = {
  nome: EMPRESA_SEM_NOME,
  conexao: { conectado: false, provedor: 'cloud_api' },
  operadores: 0,
  clientes: 0,
  contas: false,
  pix: false,
  enviou: false,
}
const feitos = (fatos: Partial<Fatos>) =>
  primeirosPassos({ ...vazia, ...fatos })
    .filter(({ feito }) => feito)
    .map(({ titulo }) => titulo)

test('a new company has everything to do, and each step left but the import of accounts leads somewhere', () => {
  expect(feitos({})).toEqual([])
  expect(primeirosPassos(vazia).map(({ titulo, para }) => [titulo, para?.to])).toEqual([
    ['Dar nome à empresa', '/admin/mensagens'],
    ['Ligar o WhatsApp', '/admin/whatsapp'],
    ['Criar os operadores', '/admin/operadores'],
    ['Trazer os clientes', '/admin/integracoes'],
    ['Trazer as contas', undefined],
    ['Dizer como recebe', '/admin/recebimento'],
    ['Conferir a régua', '/admin/mensagens'],
  ])
})

test.each<[Partial<Fatos>, string[]]>([
  [{ nome: 'Serra Azul' }, ['Dar nome à empresa']],
  [{ conexao: { conectado: true, provedor: 'emulador' } }, ['Ligar o WhatsApp']],
  [{ operadores: 1 }, ['Criar os operadores']],
  [{ clientes: 1 }, ['Trazer os clientes']],
  [{ contas: true }, ['Trazer as contas']],
  [{ pix: true }, ['Dizer como recebe']],
  [{ conexao: undefined }, []],
])('of %j it ticks %j', (fatos, titulos) => {
  expect(feitos(fatos)).toEqual(titulos)
})

test('a message that went out says that WhatsApp is connected too, though it may be down now, and asks for no Pix key', () => {
  expect(feitos({ enviou: true })).toEqual(['Ligar o WhatsApp', 'Dizer como recebe', 'Conferir a régua'])
})
