// Where the values of a table come from, if not from its own memory.
#pragma once

namespace sowfish {

// Values stored outside the table, such as in a file, where other processes may change them.
class TableSource {
   public:
    virtual ~TableSource() = default;
    virtual const void* data() const = 0;

    // Whether the values are unchanged; confirm() accepts the current ones, after the caller has verified them.
    virtual bool is_intact() const = 0;
    virtual void confirm() = 0;
};

}  // namespace sowfish
