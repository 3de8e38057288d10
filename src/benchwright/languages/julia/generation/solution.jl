"The running totals; after one that exceeds the limit, the next starts from 0."
function running_totals(numbers::Vector{Int}, limit::Int)
    totals = Int[]
    total = 0
    for number in numbers
        total += number
        push!(totals, total)
        if total > limit
            total = 0
        end
    end
    return totals
end
