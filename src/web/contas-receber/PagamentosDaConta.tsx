import { MovimentoNomeado } from '#web/dinheiro/MovimentoNomeado.tsx'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, diaEHora, dinheiro } from '#web/ui/formatos.ts'
import { EstornarDialog } from './ContaDialogs.tsx'
import type { Historia } from './contas.queries.ts'
import { nomeDaForma } from './palavras.ts'

/** Every payment the account ever had, reversed ones too; those that stand may be reversed. */
export function PagamentosDaConta({ conta, admin }: { conta: Historia; admin: boolean }) {
  // What was paid of an instalment moves to the accounts it replaced when its agreement ends.
  if (conta.pagamentos.length === 0)
    return (
      <div className="cinza">
        {conta.paga_no_acordo_em
          ? `Foi paga em ${dia(conta.paga_no_acordo_em)}. O acordo terminou, e o pagamento passou para as contas que ele substituía.`
          : conta.status === 'cancelada'
            ? 'Nenhum pagamento ficou nesta conta.'
            : 'Nada foi pago ainda.'}
      </div>
    )
  return (
    <ul className="pagamentos">
      {conta.pagamentos.map((pagamento) => (
        <li key={pagamento.id}>
          <div>
            <div className={pagamento.estornado_em ? 'forte estornado' : 'forte'}>
              {dinheiro(pagamento.valor)} · {nomeDaForma(pagamento.forma)}
            </div>
            <div className="miudo cinza">
              {dia(pagamento.pago_em)}
              {pagamento.encargos > 0 && `, ${dinheiro(pagamento.encargos)} de encargos`}
              {pagamento.origem === 'manual' && `, à mão${pagamento.autor ? `, por ${pagamento.autor.name}` : ''}`}
              {pagamento.movimento && (
                <>
                  {pagamento.origem === 'manual' ? ', conferido com ' : ', '}
                  <MovimentoNomeado movimento={pagamento.movimento} admin={admin} />
                </>
              )}
            </div>
            {pagamento.estornado_em && (
              <div className="miudo vencido">
                Estornado em {diaEHora(pagamento.estornado_em)}: {pagamento.motivo_estorno}
              </div>
            )}
          </div>
          {/* A payment from the bank is undone in the reconciliation, where it was applied. */}
          {!admin && !pagamento.estornado_em && pagamento.movimento_id === null && (
            <Button
              size="small"
              aria-label={`Estornar o pagamento de ${dinheiro(pagamento.valor)}`}
              onClick={() =>
                void abrir((fechar) => <EstornarDialog conta={conta} pagamento={pagamento} aoFechar={() => fechar()} />)
              }
            >
              Estornar
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
