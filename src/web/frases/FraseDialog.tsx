import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Frase } from '#contract/frases.ts'
import { MAIOR_FRASE } from '#domain/frase.ts'
import { VARIAVEIS } from '#domain/modelo.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { escreverEm } from '#web/ui/escreverEm.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { type DeQuem, useFrases } from './frases.api.ts'

interface Props {
  deQuem: DeQuem
  frase?: Frase
  aoFechar: () => void
}
interface Valores {
  atalho: string
  texto: string
}

export function FraseDialog({ deQuem, frase, aoFechar }: Props) {
  const { salvar } = useFrases(deQuem)
  return (
    <FormDialog<Valores>
      titulo={frase ? `Mudar /${frase.atalho}` : 'Nova frase'}
      acao="Salvar frase"
      largura={640}
      valores={{ atalho: frase?.atalho ?? '', texto: frase?.texto ?? '' }}
      aoFechar={aoFechar}
      aoSalvar={async (valores) => {
        const { atalho } = await salvar.mutateAsync({ ...valores, id: frase?.id })
        aoFechar()
        avisar(`Frase salva: digite /${atalho} numa conversa.`)
      }}
    >
      {(form) => <Campos form={form} />}
    </FormDialog>
  )
}

function Campos({ form }: { form: UseFormReturn<Valores> }) {
  const moldura = useRef<HTMLDivElement>(null)
  const inserir = (variavel: string) => {
    const area = moldura.current?.querySelector('textarea')
    const texto = form.getValues('texto')
    const [de, ate] = [area?.selectionStart ?? texto.length, area?.selectionEnd ?? texto.length]
    const antes = `${texto.slice(0, de)}{{${variavel}}}`
    const mudar = () => form.setValue('texto', antes + texto.slice(ate), { shouldDirty: true, shouldValidate: true })
    escreverEm(area, mudar, antes.length)
  }
  return (
    <>
      <FormTextField
        control={form.control}
        nome="atalho"
        rotulo="Atalho"
        prefixo="/"
        maxLength={31}
        ajuda="O que se digita depois da barra: uma palavra curta, sem acento nem espaço."
        regras={{ required: 'Dê um atalho à frase.' }}
      />
      <div ref={moldura}>
        <FormTextField
          control={form.control}
          nome="texto"
          rotulo="Texto"
          linhas={4}
          maxLength={MAIOR_FRASE}
          regras={{ required: 'Escreva o texto.' }}
        />
      </div>
      <fieldset className="row wrap gap-4">
        <legend className="menor cinza">Dados do cliente que entram no lugar</legend>
        {VARIAVEIS.map((variavel) => (
          <Button key={variavel} size="small" variant="outlined" onClick={() => inserir(variavel)}>
            {variavel}
          </Button>
        ))}
      </fieldset>
    </>
  )
}
