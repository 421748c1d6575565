import { dayCell, textCell } from '../../csv/cells.ts'

/** Every member with the sponsor that counts last, as `import members` reads them. */
export const MEMBERS_QUERY = `
  select ${textCell('member.member_no')} as member_no, ${textCell('sponsor.member_no')} as sponsor_no, member.type,
    member.status, ${textCell('member.first_name')} as first_name, ${textCell('member.last_name')} as last_name,
    ${textCell('member.email')} as email, ${textCell('member.phone_number')} as phone_number,
    ${dayCell('member.created_at')} as enrolled_on
    from users member
    join (select distinct on (member_id) member_id, sponsor_id from sponsorships order by member_id, from_month desc) latest
      on latest.member_id = member.id
    left join users sponsor on sponsor.id = latest.sponsor_id
   order by member.id`
