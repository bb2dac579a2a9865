import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { emAberto } from '#domain/conta.ts'
import { IconButton } from '#web/ui/Button.tsx'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dia, dinheiro, valor } from '#web/ui/formatos.ts'
import { PaidOutlined } from '#web/ui/icons/PaidOutlined.tsx'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import { pagar } from './dialogos.tsx'
import { MenuConta } from './MenuConta.tsx'
import { jaPago, nomeDaConta, quandoVence, valeDe } from './palavras.ts'

const SO_DE_LER: Coluna<Conta>[] = [
  {
    id: 'cliente',
    header: 'Cliente',
    elastica: 1100,
    cell: (conta) => (
      <div className="cortado" title={conta.cliente.nome}>
        {conta.cliente.nome}
      </div>
    ),
  },
  { id: 'emissao', header: 'Emissão', minima: 1000, cell: (um) => <div className="cinza">{dia(um.emissao)}</div> },
  { id: 'vencimento', header: 'Vencimento', ordem: 'vencimento', cell: (um) => <Vencimento conta={um} /> },
  {
    id: 'valor',
    header: 'Valor, sem encargos',
    direita: true,
    ordem: 'valor',
    minima: 860,
    cell: (conta) => (
      <>
        {valor(valeDe(conta))}
        {jaPago(conta) && <span className="miudo"> de {valor(conta.valor)}</span>}
      </>
    ),
  },
  {
    id: 'hoje',
    header: 'Hoje, com encargos',
    direita: true,
    cell: (conta) => (emAberto(conta) ? <div className="forte">{valor(conta.valor_atualizado)}</div> : '—'),
  },
  {
    id: 'status',
    header: 'Situação',
    // With less room the customer's name would be cut to a syllable; the due day tells how late it is.
    minima: 640,
    cell: (um) => <StatusChip de={statusConta[um.status]} />,
  },
]

/** The columns of the accounts list; actions show on hover and on focus. */
export function useColunas(aoVer: (id: number) => void): Coluna<Conta>[] {
  const navigate = useNavigate()
  return useMemo(
    () => [
      {
        id: 'conta',
        header: 'Conta',
        cell: (conta) => (
          <button
            type="button"
            className="ligacao nome cortado conta-numero"
            title={nomeDaConta(conta)}
            onClick={() => aoVer(conta.id)}
          >
            {nomeDaConta(conta)}
          </button>
        ),
      },
      ...SO_DE_LER,
      {
        id: 'acoes',
        header: <span className="so-leitor">Ações</span>,
        direita: true,
        largura: 96,
        minima: 820,
        cell: (conta) => (
          <div className="ao-passar conta-acoes">
            {emAberto(conta) && (
              <IconButton
                size="small"
                title="Registrar pagamento"
                aria-label={`Registrar pagamento de ${nomeDaConta(conta)}`}
                onClick={() => void pagar(conta)}
              >
                <PaidOutlined size={20} />
              </IconButton>
            )}
            <MenuConta
              conta={conta}
              aoVer={() => aoVer(conta.id)}
              aoAbrirCliente={() =>
                void navigate({ to: '/operador/clientes', search: { cliente: String(conta.cliente.id) } })
              }
            />
          </div>
        ),
      },
    ],
    [navigate, aoVer],
  )
}

function Vencimento({ conta }: { conta: Conta }) {
  return (
    <>
      {dia(conta.vencimento)}
      {conta.dias_atraso > 0 && (
        <>
          {' '}
          <span className="conta-atraso vencido">{conta.dias_atraso} d</span>
        </>
      )}
    </>
  )
}

/** The same account on a phone: customer and status, then account and due day, and today's amount. */
export function ItemConta({ conta, aoAbrir }: { conta: Conta; aoAbrir: () => void }) {
  return (
    <div className="item-conta grid center">
      <button type="button" className="ligacao nome cortado" onClick={aoAbrir}>
        {conta.cliente.nome}
      </button>
      <div className="item-conta-valor">
        <b className="algarismos">{dinheiro(emAberto(conta) ? conta.valor_atualizado : conta.valor)}</b>
        {conta.encargos > 0 && <div className="miudo">com encargos</div>}
      </div>
      <div className="miudo cinza quebra">
        {nomeDaConta(conta)}
        <div className={conta.dias_atraso > 0 ? 'vencido' : undefined}>
          {[quandoVence(conta), jaPago(conta)].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div className="item-conta-fim row to-end">
        <StatusChip de={statusConta[conta.status]} />
        <MenuConta conta={conta} aoVer={aoAbrir} />
      </div>
    </div>
  )
}
