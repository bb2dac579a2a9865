import type { World } from '#test/world.ts'

export const CABECALHO = 'nome;documento;telefone;email;codigo_externo;conta_numero;valor;vencimento'
export const ANA = 'Ana Lima;529.982.247-25;(11) 98765-4321;ana@exemplo.com.br;C-1;T-1;1.234,56;10/12/2026'
export const SOL = 'Padaria Sol;11.222.333/0001-81;(21) 3333-0002;;;;;'
export const planilha = (...linhas: string[]) => [CABECALHO, ...linhas, ''].join('\r\n')
export const total = async (world: World, tabela: 'cliente' | 'conta' | 'log' | 'contato') =>
  (
    await world.db
      .selectFrom(tabela)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
export const clientes = (world: World) => world.db.selectFrom('cliente').selectAll().orderBy('id').execute()
