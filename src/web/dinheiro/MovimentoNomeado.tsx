import { Link } from '@tanstack/react-router'
import type { MovimentoDito } from '#contract/dinheiro.ts'
import { dia } from '#web/ui/formatos.ts'

const ORIGENS: Record<MovimentoDito['origem'], string> = {
  pix: 'Pix',
  ofx: 'extrato do banco',
  cnab240: 'retorno do banco',
  cnab400: 'retorno do banco',
}

interface Props {
  movimento: MovimentoDito
  /** For an administrator it links to the reconciliation. */
  admin: boolean
}

/** "Pix de 12/11/2026, de MARIA DA SILVA": where money came from. */
export function MovimentoNomeado({ movimento, admin }: Props) {
  const { id, origem, pagador } = movimento
  const nome = `${ORIGENS[origem]} de ${dia(movimento.dia)}`
  return (
    <>
      {admin ? (
        <Link className="ligacao" to="/admin/conciliacao" search={{ aba: 'movimentos', movimento: String(id) }}>
          {nome}
        </Link>
      ) : (
        nome
      )}
      {pagador && `, de ${pagador}`}
    </>
  )
}
